import { expect, test } from 'vitest';

import { bindingBudgets } from '../../../../shared/budgets/binding-budgets.ts';
import { usualWeekOf } from '../../../../shared/forecast/usual-use.ts';
import { daysOf } from '../../../../shared/kernel/time/day.ts';
import { dailyCreditsOf, type DailyUse } from '../../../../shared/ledger/daily-use.ts';
import { observeForecasts } from '../../../../shared/notifications/observe/observe-run.ts';
import { observeMembers } from '../../../../shared/notifications/observe/observe-uses.ts';
import type { WatchedBudgets } from '../../../../shared/notifications/observe/watched-budget.ts';
import { aBudget, credits } from '../../../support/domain-samples.ts';

const range = { from: '2026-01-20', through: '2026-03-19' };
const days = daysOf(range);
const steadily = (each: number) => Float64Array.from(days, () => each);

/** Ann and Bob of the team web use a hundred credits a day each, Cy of it and Dee of no team nothing and a hundred. */
function night(amount: number): WatchedBudgets {
  const users = new Map([
    ['ann', steadily(100)],
    ['bob', steadily(100)],
    ['cy', steadily(0)],
    ['dee', steadily(100)],
  ]);
  const use: DailyUse = { range, days, knownFrom: range.from, organization: steadily(300), users };
  const budget = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(amount), forecastAlert: true });
  return {
    today: '2026-03-20',
    platformWindow: { anchorDay: 1 },
    budgets: bindingBudgets([budget], [], '2026-03-20'),
    people: [...users.keys()].map((userId) => ({ userId, email: `${userId}@acme.example` })),
    topUpCredits: new Map(),
    teamOf: new Map(['ann', 'bob', 'cy'].map((userId) => [userId, 'web'])),
    poolTopUpCredits: new Map(),
    use,
  };
}

/** Who is warned when the team has a budget of so many credits, of which 3,800 are used on the 19th. */
function warnedAt(amount: number, stoppedIds: readonly string[] = []): readonly string[] {
  const seen = { ...night(amount), openIds: new Set<string>() };
  const forecasts = observeForecasts(seen, usualWeekOf(dailyCreditsOf(seen.use, seen.use.organization)));
  return observeMembers(seen, forecasts, new Set(stoppedIds)).map(({ user }) => user?.userId ?? '');
}

test('whoever draws on a pool of which 80 % is used, and that will not last, is warned', () => {
  expect(warnedAt(4_700)).toEqual(['ann', 'bob']);
});

test('whoever is stopped already is not warned that they will be', () => {
  expect(warnedAt(4_700, ['ann'])).toEqual(['bob']);
});

test('nobody is warned of a pool that will last, has most of it left, or is used up', () => {
  expect(warnedAt(7_000)).toEqual([]);
  expect(warnedAt(4_760)).toEqual([]);
  expect(warnedAt(3_800)).toEqual([]);
});

test('a warning says when the pool is used up', () => {
  const seen = night(4_700);
  const forecasts = observeForecasts(seen, usualWeekOf(dailyCreditsOf(seen.use, seen.use.organization)));

  expect(observeMembers({ ...seen, openIds: new Set() }, forecasts, new Set())[0]).toMatchObject({
    usedCredits: 3_800,
    dataThrough: '2026-03-19',
    expectedOn: '2026-03-24',
  });
});

test('whoever is stopped by another budget does not hear that the pool has credits again', () => {
  const seen = night(7_000);
  const relieved = (stoppedIds: readonly string[]) =>
    observeMembers(seen, [], new Set(stoppedIds)).map(({ user }) => user?.userId);

  expect(relieved([])).toEqual(['ann', 'bob']);
  expect(relieved(['ann'])).toEqual(['bob']);
});
