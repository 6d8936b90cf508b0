import { expect, test } from 'vitest';

import { planCaps } from '../../../shared/caps/cap-plan.ts';
import type { Binding, SetCap } from '../../../shared/caps/cap.ts';
import { settledChanges } from '../../../shared/enforcement/settled-changes.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { aConfirmedLimit } from '../../support/domain-samples.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

const ann = { userId: 'ann', email: 'ann@acme.example' };
const own: Binding['scope'] = { kind: 'user', email: ann.email };

interface Case {
  readonly limitCredits?: number;
  readonly fromCredits?: number;
  readonly binding?: Partial<Binding>;
  readonly dataThrough?: string | undefined;
  readonly anchorDay?: number;
  /** Known use when the limit in force was set. */
  readonly usedCredits?: number;
}

/** What of Ann's change is settled on Thursday 12 March 2026. */
function settled(
  { limitCredits = 600, fromCredits = 1_000, anchorDay = 1, usedCredits = 0, ...about }: Case,
  isFirst = false,
) {
  const input = aPlanInput({});
  const change: SetCap = {
    kind: 'set',
    ...ann,
    limitCredits,
    fromCredits: isFirst ? undefined : fromCredits,
    reason: 'lowered',
    binding: { scope: own, window: 'month', usedCredits: 100, headroomCredits: 500, ...about.binding },
  };
  const limits: readonly LimitRecord[] = isFirst
    ? []
    : [
        {
          ...aConfirmedLimit('ann', fromCredits),
          confirmed: { limitCredits: fromCredits, usedCredits, at: '2026-03-11T02:30:00.000Z', runId: 'night' },
        },
      ];
  const { lowers, raisedIds } = settledChanges({
    plan: { ...planCaps(input), decisions: [change] },
    planInputs: {
      ...input,
      day: '2026-03-12',
      dataThrough: 'dataThrough' in about ? about.dataThrough : '2026-03-10',
      limits,
      pools: { ...input.pools, platformWindow: { anchorDay } },
    },
  });
  return lowers.length > 0 ? 'lower' : raisedIds.size > 0 ? 'raise' : 'waits';
}

test.for<readonly [string, Case, 'lower' | 'raise' | 'waits']>([
  ['a budget of the platform’s window, whatever is known', { dataThrough: undefined }, 'lower'],
  ['a budget of a week, where the days before the week are known', { binding: { window: 'week' } }, 'lower'],
  [
    'a budget of a week, where the last day before it is not',
    { binding: { window: 'week' }, dataThrough: '2026-03-07' },
    'waits',
  ],
  [
    'a budget of a week, where the last day before it is',
    { binding: { window: 'week' }, dataThrough: '2026-03-08' },
    'lower',
  ],
  ['a budget of a day, where yesterday is not known', { binding: { window: 'day' } }, 'waits'],
  ['a budget of a day, where yesterday is known', { binding: { window: 'day' }, dataThrough: '2026-03-11' }, 'lower'],
  [
    'a budget of a day that leaves nothing by what is known',
    { binding: { window: 'day', headroomCredits: 0 } },
    'lower',
  ],
  [
    'a budget of a month, where the platform’s window began within it and the day before is not known',
    { anchorDay: 12 },
    'waits',
  ],
  ['the same, used up by what may have been used', { anchorDay: 12, binding: { headroomCredits: 0 } }, 'waits'],
  ['the same, where that day is known', { anchorDay: 11 }, 'lower'],
  ['what a pool divides', { binding: { scope: { kind: 'org' } } }, 'waits'],
  ['a higher budget', { limitCredits: 2_000 }, 'raise'],
  [
    'a limit that only follows use',
    { limitCredits: 2_000, usedCredits: 1_000, binding: { headroomCredits: 0 } },
    'waits',
  ],
  [
    'the same, downwards, since a day is in doubt again',
    { usedCredits: 1_000, binding: { headroomCredits: 0 } },
    'waits',
  ],
  ['more for who was stopped', { limitCredits: 2_000, usedCredits: 1_000 }, 'raise'],
])('of %s', ([, about, expected]) => {
  expect(settled(about)).toBe(expected);
});

test('a newcomer’s first limit is settled, unless pools decide what is free for it', () => {
  expect(settled({}, true)).toBe('lower');
  expect(settled({ binding: { pools: 'org month 9000 strict' } }, true)).toBe('waits');
});
