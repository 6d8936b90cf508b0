import { expect, test } from 'vitest';

import { describeVerdict, shortVerdict } from '../../../../shared/domain/promise/describe-verdict.ts';
import type { PlainVerdict } from '../../../../shared/domain/promise/verdict.ts';

const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

test.for<[PlainVerdict, string, string]>([
  [{ kind: 'kept' }, 'kept', 'Guaranteed: usage cannot exceed the budget.'],
  [
    { kind: 'kept-from', day: '2026-12-01' },
    'kept from 1 Dec',
    'The overspend guarantee starts 1 Dec, once every limit has been in force for a full day.',
  ],
  [
    { kind: 'not-bounded', because: ['ann@acme.example'] },
    'not bounded',
    'Not guaranteed: no limit is known for ann@acme.example. The guarantee starts once each has had one for a full day, tomorrow at the earliest.',
  ],
  [
    { kind: 'not-bounded', because: many },
    'not bounded',
    'Not guaranteed: no limit is known for a, b, c, d, e and 2 more. The guarantee starts once each has had one for a full day, tomorrow at the earliest.',
  ],
  [
    { kind: 'not-bounded', because: Array.from({ length: 1_250 }, () => 'ann@acme.example') },
    'not bounded',
    'Not guaranteed: no limit is known for 1,250 people. The guarantee starts once each has had one for a full day, tomorrow at the earliest.',
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
  [{ kind: 'broken', overCredits: 1_500 }, 'broken by 1,500', 'Over budget by 1,500 credits.'],
])('a pool that the guard finds %o is described: %s', ([verdict, words, sentence]) => {
  expect(shortVerdict(verdict)).toBe(words);
  expect(describeVerdict(verdict)).toBe(sentence);
});
