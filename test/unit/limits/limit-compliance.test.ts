import { expect, test } from 'vitest';

import type { SharedPool } from '../../../shared/caps/shares/divide-shares.ts';
import { daysOf, startOfDayMs } from '../../../shared/kernel/time/day.ts';
import type { DailyUse } from '../../../shared/ledger/daily-use.ts';
import { limitCompliance, type ComplianceTerms } from '../../../shared/limits/limit-compliance.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { defaultAssumptions } from '../../../shared/pools/assumptions.ts';
import { aSharedPool } from '../../support/plan-samples.ts';

const range = { from: '2026-02-20', through: '2026-03-14' };

/** What each user used before March, in March before the 14th, and on the 14th, the last known day. */
function useOf(users: Readonly<Record<string, readonly [earlier: number, before: number, onDay: number]>>): DailyUse {
  const days = daysOf(range);
  const creditsOf = ([earlier, before, onDay]: readonly [number, number, number]) =>
    Float64Array.from(days, (day) => {
      const credits: Readonly<Record<string, number>> = { '2026-02-28': earlier, '2026-03-13': before };
      return day === '2026-03-14' ? onDay : (credits[day] ?? 0);
    });
  return {
    range,
    days,
    knownFrom: range.from,
    organization: new Float64Array(days.length),
    users: new Map(Object.entries(users).map(([userId, used]) => [userId, creditsOf(used)])),
  };
}

function limited(userId: string, limitCredits: number, said: Partial<LimitRecord> = {}): LimitRecord {
  const confirmed = { limitCredits, at: '2026-02-10T02:30:00.000Z', runId: 'earlier' };
  return { userId, email: `${userId}@acme.example`, confirmed, unsettled: [], ...said };
}

function termsOf(use: DailyUse, records: readonly LimitRecord[], inFlightCredits = 0): ComplianceTerms {
  const nowMs = Date.parse('2026-03-15T02:30:00.000Z');
  return {
    use,
    records: new Map(records.map((record) => [record.userId, record])),
    unlimitedCredits: 1_000_000,
    assumptions: { ...defaultAssumptions, inFlightCredits },
    moment: {
      nowMs,
      knownUntilMs: startOfDayMs('2026-03-15'),
      heldUntilMs: nowMs,
      platformWindow: { anchorDay: 1 },
    },
  };
}

const aPool = (memberIds: readonly string[], said: Partial<SharedPool> = {}) => aSharedPool({ memberIds, ...said });

test('who used more on the last known day than the limit left is named, the most first', () => {
  const use = useOf({ ann: [900, 400, 150], bob: [0, 300, 70], cem: [0, 100, 100] });
  const terms = termsOf(use, [limited('ann', 500), limited('bob', 300), limited('cem', 200)]);

  expect(limitCompliance(aPool(['ann', 'bob', 'cem']), terms)).toMatchObject({
    day: '2026-03-14',
    overuses: [
      { userId: 'bob', credits: 70 },
      { userId: 'ann', credits: 50 },
    ],
  });
});

test('users who used equally much too much are in the order of their ids', () => {
  const terms = termsOf(useOf({ ann: [0, 0, 9], bob: [0, 0, 9] }), [limited('ann', 4), limited('bob', 4)]);
  const orderOf = (memberIds: readonly string[]) =>
    limitCompliance(aPool(memberIds), terms)?.overuses.map(({ userId }) => userId);

  expect(orderOf(['bob', 'ann'])).toEqual(['ann', 'bob']);
  expect(orderOf(['ann', 'bob'])).toEqual(['ann', 'bob']);
});

test('a turn may run past a limit, but none begins under a limit of 0', () => {
  const use = useOf({ ann: [0, 400, 150], bob: [0, 0, 5] });
  const terms = termsOf(use, [limited('ann', 500), limited('bob', 0)], 20);

  expect(limitCompliance(aPool(['ann', 'bob']), terms)?.overuses).toEqual([
    { userId: 'ann', credits: 30 },
    { userId: 'bob', credits: 5 },
  ]);
});

test('who had no limit used no more than it allowed, and without limits nothing is covered', () => {
  const terms = termsOf(useOf({ ann: [0, 0, 5] }), []);

  expect(limitCompliance(aPool(['ann']), terms)).toMatchObject({ overuses: [], wasCovered: false });
});

test('of the limits in force on the day the highest counts, and what was sent after the day does not', () => {
  const replaced = [{ limitCredits: 300, from: '2026-03-10T02:30:00.000Z', until: '2026-03-14T12:00:00.000Z' }];
  const sentAfter = { limitCredits: 900, at: '2026-03-15T00:00:00.000Z', runId: 'tonight' };
  const record = limited('ann', 200, { replaced, unsettled: [sentAfter] });

  expect(limitCompliance(aPool(['ann']), termsOf(useOf({ ann: [0, 0, 310] }), [record]))?.overuses).toEqual([
    { userId: 'ann', credits: 10 },
  ]);
});

test.for([
  [900, true],
  [899, false],
] as const)('known use of 800 and limits that left 100 are within %s: %s', ([amountCredits, wasCovered]) => {
  const terms = termsOf(useOf({ ann: [0, 200, 50] }), [limited('ann', 300)]);
  const pool = aPool(['ann'], { amountCredits, knownCredits: 850, lastDayCredits: 50 });

  expect(limitCompliance(pool, terms)).toMatchObject({ wasCovered, knownBeforeCredits: 800 });
});

test.for([
  ['2026-03-14', '2026-03-31', true],
  ['2026-03-15', '2026-04-14', false],
  ['2026-02-15', '2026-03-14', true],
  ['2026-02-14', '2026-03-13', false],
] as const)('a pool from %s through %s is looked at on 14 March: %s', ([from, through, isLookedAt]) => {
  const pool = aPool(['ann'], { window: { kind: 'month', from, through } });

  expect(limitCompliance(pool, termsOf(useOf({}), [])) !== undefined).toBe(isLookedAt);
});
