import { expect, test } from 'vitest';

import { comingStops } from '../../../shared/explanation/coming-stops.ts';
import { daysOf } from '../../../shared/kernel/time/day.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aSnapshot } from '../../support/snapshot-samples.ts';

const range = { from: '2026-01-14', through: '2026-03-14' };
const days = daysOf(range);
const users = ['ann', 'bob', 'cem', 'dan'].map((userId) => ({ userId, email: `${userId}@acme.example` }));

test('people whose usual use reaches their limit within a week are listed, the soonest first, and no one who is stopped', () => {
  const used = { ann: 1_400, bob: 1_400, cem: 1_400, dan: 1_400 };
  const made = aSnapshot({
    users,
    usage: someUsage(used),
    budgets: [aBudget({ scope: { kind: 'default' }, window: 'month', amount: credits(9_000) })],
    records: [
      aConfirmedLimit('ann', 1_750),
      aConfirmedLimit('bob', 1_450),
      aConfirmedLimit('cem', 9_000),
      aConfirmedLimit('dan', 1_400),
    ],
  });
  const use = {
    range,
    days,
    knownFrom: range.from,
    organization: new Float64Array(days.length).fill(400),
    users: new Map(users.map(({ userId }) => [userId, new Float64Array(days.length).fill(100)])),
  };

  const stops = comingStops({ ...made, use });

  expect(stops.map(({ userId, leftCredits, until }) => [userId, leftCredits, until])).toEqual([
    ['bob', 50, '2026-04-01'],
    ['ann', 350, '2026-04-01'],
  ]);
  expect(stops[0]?.on).toBe('2026-03-15');
  expect(stops[1]?.on).toMatch(/^2026-03-1[89]$/u);
});
