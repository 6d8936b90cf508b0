import { expect, test } from 'vitest';

import { describeVerdict, describeWithheld, shortVerdict } from '../../../shared/permits/describe-verdict.ts';
import type { PlainVerdict } from '../../../shared/permits/verdict.ts';

const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

test.for<[PlainVerdict, string, string]>([
  [{ kind: 'kept' }, 'kept', 'Guaranteed: usage cannot exceed the budget.'],
  [
    { kind: 'kept-from', day: '2026-12-01' },
    'kept from 1 Dec',
    'The overspend guarantee starts 1 Dec, once every limit has been in force for a full day.',
  ],
  [
    { kind: 'not-bounded', because: ['ann@acme.example'], exempt: [] },
    'not bounded',
    'Not guaranteed: no limit is known for ann@acme.example. The guarantee starts once each has had one for a full day, tomorrow at the earliest.',
  ],
  [
    { kind: 'not-bounded', because: many, exempt: [] },
    'not bounded',
    'Not guaranteed: no limit is known for a, b, c, d, e and 2 more. The guarantee starts once each has had one for a full day, tomorrow at the earliest.',
  ],
  [
    { kind: 'not-bounded', because: Array.from({ length: 1_250 }, () => 'ann@acme.example'), exempt: [] },
    'not bounded',
    'Not guaranteed: no limit is known for 1,250 people. The guarantee starts once each has had one for a full day, tomorrow at the earliest.',
  ],
  // Ten are named as far as a sentence holds, and of more there are only so many.
  [
    { kind: 'not-bounded', because: [...many, 'h', 'i', 'j'], exempt: [] },
    'not bounded',
    'Not guaranteed: no limit is known for a, b, c, d, e and 5 more. The guarantee starts once each has had one for a full day, tomorrow at the earliest.',
  ],
  [
    { kind: 'not-bounded', because: ['ann@acme.example'], exempt: ['ann@acme.example'] },
    'not bounded',
    'Not guaranteed while ann@acme.example is exempt: the limit of an exempt person may be changed on the platform.',
  ],
  [
    { kind: 'not-bounded', because: ['ann', 'bob', 'cem'], exempt: ['ann', 'cem'] },
    'not bounded',
    'Not guaranteed: no limit is known for bob. The guarantee starts once each has had one for a full day, tomorrow at the earliest, and not while ann, cem are exempt.',
  ],
  [
    { kind: 'not-bounded', because: [], exempt: [], doubtful: ['ann', 'bob'] },
    'not bounded',
    'Not guaranteed: usage that may be of ann, bob is reported under user ids that the roster lacks, and emails changed. The guarantee returns with the first window after that.',
  ],
  [
    { kind: 'not-bounded', because: ['ann'], exempt: ['ann'], doubtful: ['bob'] },
    'not bounded',
    'Not guaranteed while ann is exempt: the limit of an exempt person may be changed on the platform. Not guaranteed: usage that may be of bob is reported under user ids that the roster lacks, and emails changed. The guarantee returns with the first window after that.',
  ],
  [
    { kind: 'too-much-allowed', overCredits: 12_345, because: [] },
    'not kept yet',
    'Not guaranteed: limits allow 12,345 credits more than the budget.',
  ],
  [
    { kind: 'too-much-allowed', overCredits: 1_000, because: ['ann@acme.example'] },
    'not kept yet',
    'Not guaranteed: limits allow 1,000 credits more than the budget. No limit can be set for ann@acme.example.',
  ],
  [
    {
      kind: 'too-much-allowed',
      overCredits: 5_000,
      because: [],
      endedTopUps: { credits: 5_000, day: '2026-11-14' },
    },
    'over by 5,000',
    'Over its amount by 5,000 credits since 5,000 credits of top-ups ended on 14 Nov. Nothing was used beyond the amount of the day.',
  ],
  [{ kind: 'broken', overCredits: 1_500 }, 'over budget by 1,500', 'Over budget by 1,500 credits.'],
])('a pool that the guard finds %o is described: %s', ([verdict, words, sentence]) => {
  expect(shortVerdict(verdict)).toBe(words);
  expect(describeVerdict(verdict)).toBe(sentence);
});

test('it is said to whom a run gave nothing, since the guard did not permit it', () => {
  expect(describeWithheld(['ann@acme.example', 'bob@acme.example'])).toBe(
    "Nothing more was given to ann@acme.example, bob@acme.example: a pool's guarantee does not allow it now; the next run plans again",
  );
});
