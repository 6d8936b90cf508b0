import { expect, test } from 'vitest';

import type { RecordedChange } from '../../../shared/journal/cap-entry.ts';
import { describeChanges } from '../../../shared/mail/describe-changes.ts';

const web = { kind: 'team', name: 'web' } as const;

/** A limit of a user who has used 500 credits, by the monthly budget of the team web. */
function aChange(name: string, fromCredits: number | undefined, limitCredits: number): RecordedChange {
  const binding = { scope: web, window: 'month', headroomCredits: limitCredits - 500, usedCredits: 500 } as const;
  return { userId: name, email: `${name}@acme.example`, fromCredits, limitCredits, binding };
}

test('each kind of change has a line: who is stopped comes first, by what stops them', () => {
  const { binding: _, ...lifted } = aChange('eva', 900, 900);

  const lines = describeChanges([
    lifted,
    aChange('dot', undefined, 900),
    aChange('cem', 900, 800),
    aChange('bob', 600, 800),
    aChange('fay', 500, 900),
    aChange('ann', 900, 500),
    aChange('gus', 900, 900),
  ]);

  expect(lines).toEqual([
    'Stopped by the monthly budget of team web (1): ann@acme.example',
    'Can work again (1): fay@acme.example',
    'Raised (1): bob@acme.example (600 → 800)',
    'Lowered (1): cem@acme.example (900 → 800)',
    'Same limit, sent again (1): gus@acme.example',
    'First limit (1): dot@acme.example',
    'No limit any more (1): eva@acme.example',
  ]);
});

test('who has a first limit of nothing is stopped', () => {
  expect(describeChanges([aChange('ann', undefined, 500)])).toEqual([
    expect.stringMatching(/^Stopped .*\(1\): ann@acme\.example$/u),
  ]);
});

test('the limit that moved furthest comes first', () => {
  const [line = ''] = describeChanges([aChange('ann', 600, 700), aChange('bob', 600, 9_000)]);

  expect(line).toMatch(/^Raised \(2\): bob@acme\.example.*ann@acme\.example/u);
});

test('where the use is not noted, what the limit left shows who is stopped', () => {
  const change = aChange('ann', 900, 500);
  const { usedCredits: _, ...binding } = {
    ...change.binding,
    scope: web,
    window: 'month' as const,
    headroomCredits: 0,
  };

  expect(describeChanges([{ ...change, binding }])).toEqual([expect.stringMatching(/^Stopped by/u)]);
});

test('nothing is said of no change', () => {
  expect(describeChanges([])).toEqual([]);
});
