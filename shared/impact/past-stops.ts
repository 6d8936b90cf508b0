import type { BudgetTerms } from '../budgets/budget.ts';
import { windowAt } from '../budgets/window.ts';
import { keptWith } from '../kernel/kept-with.ts';
import { addDays, latestDay, type Day, type DayRange } from '../kernel/time/day.ts';
import type { BothSides, ImpactSide } from './planned-limits.ts';
import type { ProposedEdits } from './proposed-edits.ts';
import { replayStops, type ReplayedStops } from './replayed-stops.ts';
import type { PastStop } from './stops-by-totals.ts';

export interface PastStops {
  readonly range?: DayRange;
  readonly method: ReplayedStops['method'];
  readonly stops: readonly PastStop[];
}

const daysShown = 28;

/** Returns who would have been stopped only with the edits. Grants have no past and are not replayed. */
export function newPastStops({ budgets, teams }: ProposedEdits, { without, after }: BothSides): PastStops {
  if (budgets.length + teams.length === 0) {
    return { method: 'totals', stops: [] };
  }
  const past = pastStops(after);
  const known = past.stops.length === 0 ? new Map<Day, ReadonlySet<string>>() : keptEmailsByDay(without);
  return { ...past, stops: past.stops.filter(({ day, email }) => known.get(day)?.has(email) !== true) };
}

/** The side without the edits is compared with several edits. */
const keptEmailsByDay = keptWith((side: ImpactSide): ReadonlyMap<Day, ReadonlySet<string>> => {
  const byDay = new Map<Day, Set<string>>();
  for (const { day, email } of pastStops(side).stops) {
    byDay.set(day, (byDay.get(day) ?? new Set<string>()).add(email));
  }
  return byDay;
});

/** Replays the last weeks under a side's rules. People who were stopped then wanted more than they used. */
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
  const { method, stops } = replayStops(order);
  return { range: { from: shownFrom, through }, method, stops: stops.filter(({ day }) => day >= shownFrom) };
}

function replayed({ from: _from, to, ...terms }: BudgetTerms, day: Day): readonly BudgetTerms[] {
  return to !== undefined && to < day ? [] : [terms];
}
