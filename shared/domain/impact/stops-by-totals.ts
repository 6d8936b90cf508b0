import type { BudgetTerms } from '../budgets/budget.ts';
import { formatScope } from '../budgets/scope.ts';
import { windowAt, type PlatformWindow } from '../budgets/window.ts';
import type { TeamOf } from '../caps/shared-budget.ts';
import type { DailyUse, DayCredits } from '../ledger/daily-use.ts';
import { emailKey } from '../roster/email.ts';
import { daysBetween, daysOf, type Day, type DayRange } from '../time/day.ts';

/** A day on which somebody would have been stopped, and by which budget. */
export interface PastStop {
  readonly email: string;
  readonly day: Day;
  /** As text. */
  readonly scope: string;
}

/** What was consumed over some days, and the rules to try on it. */
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
 * Who would have been stopped when each budget stops its people from the day on which its use passes its amount until its
 * window ends. One pass over the days of each budget: for organizations that are too large to be planned anew for every night.
 */
export function stopsByTotals(order: ReplayOrder): readonly PastStop[] {
  const first = daysBetween(order.use.range.from, order.from);
  const days = daysOf(order);
  const stops = new Map<string, PastStop>();
  for (const { budget, amountCredits, groups } of groupedPeople(order)) {
    const begins = days.map((day) => windowAt(budget.window, day, order.platformWindow).from === day);
    const scope = formatScope(budget.scope);
    for (const group of groups) {
      const uses = group.map(({ userId, email }) => ({ email, credits: order.use.users.get(userId) }));
      let used = 0;
      for (const [index, day] of days.entries()) {
        used = (begins[index] === true ? 0 : used) + sumOn(uses, first + index);
        if (used > amountCredits) {
          uses
            .filter(({ credits }) => (credits?.[first + index] ?? 0) > 0)
            .map(({ email }) => ({ email, day, scope }))
            .filter((stop) => !stops.has(keyOf(stop)))
            .forEach((stop) => stops.set(keyOf(stop), stop));
        }
      }
    }
  }
  return [...stops].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, stop]) => stop);
}

interface GroupedBudget {
  readonly budget: BudgetTerms;
  readonly amountCredits: number;
  /** The people who share one amount: all members of a pool, or one person each. */
  readonly groups: readonly (readonly Person[])[];
}

function groupedPeople({ budgets, people, teamOf }: ReplayOrder): readonly GroupedBudget[] {
  const byEmail = new Map(people.map((person) => [emailKey(person.email), person]));
  const own = new Set(budgets.flatMap(({ scope }) => (scope.kind === 'user' ? [scope.email] : [])));
  const byTeam = Map.groupBy(people, ({ userId }) => teamOf.get(userId));
  const groupsOf = ({ scope }: BudgetTerms): readonly (readonly Person[])[] => {
    switch (scope.kind) {
      case 'org':
        return [people];
      case 'team':
        return [byTeam.get(scope.name) ?? []];
      case 'user':
        return [byEmail.get(scope.email)].flatMap((person) => (person === undefined ? [] : [[person]]));
      case 'default':
        return [...byEmail].flatMap(([email, person]) => (own.has(email) ? [] : [[person]]));
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

function sumOn(uses: readonly { readonly credits: DayCredits | undefined }[], index: number): number {
  return uses.reduce((sum, { credits }) => sum + (credits?.[index] ?? 0), 0);
}

function keyOf({ day, email }: PastStop): string {
  return `${day} ${email}`;
}
