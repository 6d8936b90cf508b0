import { allowedOf } from '../budgets/allowed-credits.ts';
import type { BudgetTerms } from '../budgets/budget.ts';
import { budgetsOf, personalBudgets } from '../budgets/personal-budgets.ts';
import { formatScope } from '../budgets/scope.ts';
import { windowAt, windowKinds, type PlatformWindow } from '../budgets/window.ts';
import type { TeamOf } from '../caps/shares/shared-budget.ts';
import type { DayCredits } from '../forecast/daily-credits.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import { daysBetween, daysOf, type Day, type DayRange } from '../kernel/time/day.ts';
import type { DailyUse } from '../ledger/daily-use.ts';
import { emailKey } from '../roster/email.ts';

export interface PastStop {
  readonly email: string;
  readonly day: Day;
  readonly scope: string;
}

export interface ReplayOrder extends DayRange {
  readonly budgets: readonly BudgetTerms[];
  readonly people: readonly Person[];
  readonly use: DailyUse;
  readonly teamOf: TeamOf;
  readonly platformWindow: PlatformWindow;
}

interface Person {
  readonly userId: string;
  readonly email: string;
}

/**
 * Returns who would have been stopped if each budget stops its people from the day on which its use exceeds its amount
 * until its window ends. One pass per budget: for organizations too large to plan every night again.
 */
export function stopsByTotals(order: ReplayOrder): readonly PastStop[] {
  const days = daysOf(order);
  const first = daysBetween(order.use.range.from, order.from);
  const begins = new Map(
    windowKinds.map((kind) => [kind, days.map((day) => windowAt(kind, day, order.platformWindow).from === day)]),
  );
  // Sorted once for all days: there may be more stops than people.
  const sorted = sortedBy(order.people, ({ email }) => email);
  const places = new Map(sorted.map(({ userId }, place) => [userId, place]));
  const stops: readonly StopsOfDay[] = days.map(() => new Uint32Array(sorted.length));
  const scopes: string[] = [];
  for (const { budget, amountCredits, groups } of groupedPeople(order)) {
    scopes.push(formatScope(budget.scope));
    const span = { first, begins: begins.get(budget.window) ?? [] };
    for (const group of groups) {
      const members = group.map(({ userId }) => ({
        place: places.get(userId) ?? 0,
        credits: order.use.users.get(userId),
      }));
      const totals = totalsOf(members, span);
      stops.forEach((ofDay, index) => {
        if ((totals[index] ?? 0) > amountCredits) {
          addStops(ofDay, scopes.length, { members, at: first + index });
        }
      });
    }
  }
  return stops.flatMap((ofDay, index) => {
    const day = days[index] ?? order.from;
    return sorted.flatMap(({ email }, place) => {
      const scope = scopes[(ofDay[place] ?? 0) - 1];
      return scope === undefined ? [] : [{ email, day, scope }];
    });
  });
}

interface Member {
  /** Among all people. */
  readonly place: number;
  readonly credits: DayCredits | undefined;
}

/** By place of the person: the number of the first budget that stops them, from 1; 0 for none. */
type StopsOfDay = Uint32Array;

function addStops(
  ofDay: StopsOfDay,
  budget: number,
  { members, at }: { readonly members: readonly Member[]; readonly at: number },
): void {
  for (const { place, credits } of members) {
    if (ofDay[place] === 0 && (credits?.[at] ?? 0) > 0) {
      ofDay[place] = budget;
    }
  }
}

function totalsOf(
  members: readonly Member[],
  { first, begins }: { readonly first: number; readonly begins: readonly boolean[] },
): Float64Array {
  const totals = new Float64Array(begins.length);
  for (const { credits } of members) {
    for (let index = 0; credits !== undefined && index < totals.length; index += 1) {
      totals[index] = (totals[index] ?? 0) + (credits[first + index] ?? 0);
    }
  }
  for (let index = 1; index < totals.length; index += 1) {
    totals[index] = (totals[index] ?? 0) + (begins[index] === true ? 0 : (totals[index - 1] ?? 0));
  }
  return totals;
}

function groupedPeople({ budgets, people, teamOf }: ReplayOrder): readonly {
  readonly budget: BudgetTerms;
  readonly amountCredits: number;
  readonly groups: readonly (readonly Person[])[];
}[] {
  const byEmail = new Map(people.map((person) => [emailKey(person.email), person]));
  const personal = personalBudgets(budgets);
  const alone = Map.groupBy(
    [...byEmail.values()].flatMap((person) =>
      budgetsOf(personal, { email: person.email, team: teamOf.get(person.userId) }).map((budget) => ({
        budget,
        person,
      })),
    ),
    ({ budget }) => budget,
  );
  const byTeam = Map.groupBy(people, ({ userId }) => teamOf.get(userId));
  const groupsOf = (budget: BudgetTerms): readonly (readonly Person[])[] => {
    const { scope } = budget;
    switch (scope.kind) {
      case 'org':
        return [people];
      case 'model':
        return [];
      case 'team':
        return [byTeam.get(scope.name) ?? []];
      case 'user':
      case 'members':
      case 'default':
        return (alone.get(budget) ?? []).map(({ person }) => [person]);
    }
  };
  return budgets.flatMap((budget) => {
    const { amount, mode } = budget;
    return mode === 'enforce' && amount.kind === 'credits'
      ? [{ budget, amountCredits: allowedOf(budget, amount.credits), groups: groupsOf(budget) }]
      : [];
  });
}
