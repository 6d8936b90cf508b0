import { tryBudgets } from '../backtest/proposed-budgets.ts';
import { readTrace } from '../backtest/trace.ts';
import { formatScope } from '../budgets/scope.ts';
import { addDays, daysBetween } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import { stopsByTotals, type PastStop, type ReplayOrder } from './stops-by-totals.ts';

export interface ReplayedStops {
  /** `totals`: a pool stops its members once its use exceeds its amount; a strict division stops some earlier. */
  readonly method: 'division' | 'totals';
  readonly stops: readonly PastStop[];
}

/** Users times days that are planned again in about half a second. */
const dividedUserDaysMax = 16_000;

/** Replays consumption under budgets: night by night as runs plan, or by totals if there are too many people. */
export function replayStops(order: ReplayOrder): ReplayedStops {
  const userDays = order.people.length * (daysBetween(order.from, order.through) + 1);
  return userDays <= dividedUserDaysMax
    ? { method: 'division', stops: stopsByDivision(order) }
    : { method: 'totals', stops: stopsByTotals(order) };
}

function stopsByDivision(order: ReplayOrder): readonly PastStop[] {
  const { from, through, budgets, people, use, teamOf, platformWindow } = order;
  const byKey = new Map(people.map((person) => [emailKey(person.email), person]));
  const first = daysBetween(use.range.from, from);
  const days = daysBetween(from, through) + 1;
  const rows = [...byKey].flatMap(([user, { userId }]) =>
    Array.from({ length: days }, (_, index) => ({
      user,
      date: addDays(from, index),
      credits: Math.round(use.users.get(userId)?.[first + index] ?? 0),
    })),
  );
  const reading = readTrace(rows);
  if (reading.kind === 'refused') {
    return [];
  }
  const teams = new Map(
    [...byKey].flatMap(([user, { userId }]) => {
      const team = teamOf.get(userId);
      return team === undefined ? [] : [[user, team] as const];
    }),
  );
  const { stops } = tryBudgets(reading.trace, budgets, { ...platformWindow, teamOf: teams });
  return stops.map(({ user, day, by }) => ({
    email: byKey.get(user)?.email ?? user,
    day,
    scope: formatScope(by.scope),
  }));
}
