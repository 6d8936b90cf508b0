import { tryBudgets } from '../backtest/proposed-budgets.ts';
import { readTrace } from '../backtest/trace.ts';
import type { BudgetTerms } from '../budgets/budget.ts';
import { formatScope } from '../budgets/scope.ts';
import { windowAt } from '../budgets/window.ts';
import { emailKey } from '../roster/email.ts';
import { addDays, daysBetween, latestDay, type Day, type DayRange } from '../time/day.ts';
import type { BothSides, ImpactSide } from './planned-limits.ts';
import type { ProposedEdits } from './proposed-edits.ts';
import { stopsByTotals, type PastStop, type ReplayOrder } from './stops-by-totals.ts';

/** Who would have been stopped in the last weeks. */
export interface PastStops {
  /** The days that were looked at; absent while too little is known. */
  readonly range?: DayRange;
  /**
   * `division`: every night was planned again, as runs do. `totals`: a pool stops its members on the day on which its use
   * passes its amount; the division of a strict pool stops some of them earlier.
   */
  readonly method: 'division' | 'totals';
  /** In the order of days, then of users. */
  readonly stops: readonly PastStop[];
}

const daysShown = 28;
/** Users times days that are planned again in about half a second. */
const dividedUserDaysMax = 16_000;

/**
 * Who would have been stopped with edits, and would not have been without them. Grants alone have no past: they are not
 * replayed.
 */
export function newPastStops({ budgets, teams }: ProposedEdits, { without, after }: BothSides): PastStops {
  if (budgets.length + teams.length === 0) {
    return { method: 'totals', stops: [] };
  }
  const past = pastStops(after);
  const known = new Set(past.stops.length === 0 ? [] : pastStops(without).stops.map(keyOf));
  return { ...past, stops: past.stops.filter((stop) => !known.has(keyOf(stop))) };
}

function keyOf({ email, day }: PastStop): string {
  return `${day} ${email}`;
}

/**
 * Replays what was consumed in the last weeks under the rules of a side. Consumption is what was granted: whoever was
 * stopped in those days wanted more. Budgets that begin later count as if they were in force.
 */
function pastStops({ input, planned, assignment }: ImpactSide): PastStops {
  const { use, platformWindow } = input.pools;
  const { through } = use.range;
  const shownFrom = latestDay(use.knownFrom, addDays(through, 1 - daysShown));
  // A window that is entered midway would count too little.
  const from = latestDay(use.knownFrom, windowAt('month', shownFrom, platformWindow).from);
  const exempt = new Set(
    planned.decisions.flatMap((each) => (each.kind === 'keep' && each.reason === 'exempt' ? [each.userId] : [])),
  );
  const people = planned.decisions.filter(({ userId }) => !exempt.has(userId));
  if (input.dataThrough === undefined || from > through || people.length === 0) {
    return { method: 'totals', stops: [] };
  }
  const budgets = input.budgets.flatMap((budget) => replayed(budget, input.day));
  const order = { from, through, budgets, people, use, teamOf: assignment.teamOf, platformWindow };
  const isDivided = people.length * (daysBetween(from, through) + 1) <= dividedUserDaysMax;
  const stops = isDivided ? stopsByDivision(order) : stopsByTotals(order);
  return {
    range: { from: shownFrom, through },
    method: isDivided ? 'division' : 'totals',
    stops: stops.filter(({ day }) => day >= shownFrom),
  };
}

/** The terms without their days; none where the budget is over. */
function replayed({ from: _from, to, ...terms }: BudgetTerms, day: Day): readonly BudgetTerms[] {
  return to !== undefined && to < day ? [] : [terms];
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
