import type { Budget } from '../../budgets/budget.ts';
import { windowAt, type PlatformWindow } from '../../budgets/window.ts';
import type { BindingBudgets } from '../../caps/layer.ts';
import type { DailyUse, DayCredits } from '../../ledger/daily-use.ts';
import { emailKey } from '../../roster/email.ts';
import type { Day } from '../../time/day.ts';

/** Somebody who can be capped, and told. */
export interface WatchedPerson {
  readonly userId: string;
  /** In the roster's spelling. */
  readonly email: string;
}

/** What a night knows when it looks at budgets. */
export interface WatchedNight {
  readonly today: Day;
  readonly platformWindow: PlatformWindow;
  readonly budgets: BindingBudgets;
  /** Those whose budgets could all be read. */
  readonly people: readonly WatchedPerson[];
  /** Credits of top-ups in force, by the matching form of the email. */
  readonly topUpCredits: ReadonlyMap<string, number>;
  readonly use: DailyUse;
}

/** One budget as it binds the organization or one person, with the use that counts against it. */
export interface WatchedBudget {
  readonly budget: Budget;
  readonly person?: WatchedPerson;
  readonly credits: DayCredits | undefined;
  /** What top-ups add to the amount: to a person's own budgets alone. */
  readonly topUpCredits: number;
}

/** The budgets to look at: the organization's, and each person's own, or the default where they have none. */
export function watchedBudgets({ budgets, people, topUpCredits, use }: WatchedNight): readonly WatchedBudget[] {
  const ofPeople = people.flatMap((person) =>
    budgetsOf(budgets, person).map((budget) => ({
      budget,
      person,
      credits: use.users.get(person.userId),
      topUpCredits: topUpCredits.get(emailKey(person.email)) ?? 0,
    })),
  );
  const ofAll = budgets.forOrganization.map((budget) => ({ budget, credits: use.organization, topUpCredits: 0 }));
  return [...ofAll, ...ofPeople].filter(({ budget }) => budget.mode !== 'observe');
}

/** The budgets that are a person's, whatever their mode. */
export function budgetsOf(
  { ownByEmail, forDefault }: Pick<BindingBudgets, 'ownByEmail' | 'forDefault'>,
  { email }: WatchedPerson,
): readonly Budget[] {
  return ownByEmail.get(emailKey(email)) ?? forDefault;
}

/** The window of a budget that holds a day. */
export function windowOf({ budget }: WatchedBudget, day: Day, { platformWindow }: WatchedNight) {
  return windowAt(budget.window, day, platformWindow);
}
