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
  const stops: readonly StopsOfDay[] = days.map((day) => ({ day, byEmail: new Map() }));
  for (const { budget, amountCredits, groups } of groupedPeople(order)) {
    const scope = formatScope(budget.scope);
    const span = { first, begins: begins.get(budget.window) ?? [] };
    for (const group of groups) {
      const members = group.map(({ userId, email }) => ({ email, credits: order.use.users.get(userId) }));
      const totals = totalsOf(members, span);
      stops.forEach((ofDay, index) => {
        if ((totals[index] ?? 0) > amountCredits) {
          addStops(ofDay, scope, { members, place: first + index });
        }
      });
    }
  }
  return stops.flatMap(({ byEmail }) => sortedBy(byEmail.values(), ({ email }) => email));
}

interface Member {
  readonly email: string;
  readonly credits: DayCredits | undefined;
}

interface StopsOfDay {
  readonly day: Day;
  readonly byEmail: Map<string, PastStop>;
}

function addStops(
  { day, byEmail }: StopsOfDay,
  scope: string,
  { members, place }: { readonly members: readonly Member[]; readonly place: number },
): void {
  for (const { email, credits } of members) {
    if ((credits?.[place] ?? 0) > 0 && !byEmail.has(email)) {
      byEmail.set(email, { email, day, scope });
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

interface GroupedBudget {
  readonly budget: BudgetTerms;
  readonly amountCredits: number;
  readonly groups: readonly (readonly Person[])[];
}

function groupedPeople({ budgets, people, teamOf }: ReplayOrder): readonly GroupedBudget[] {
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
    const { amount, mode, guarantee } = budget;
    const factor = guarantee?.kind === 'overcommit' ? guarantee.factor : 1;
    return mode === 'enforce' && amount.kind === 'credits'
      ? [{ budget, amountCredits: Math.floor(amount.credits * factor), groups: groupsOf(budget) }]
      : [];
  });
}
