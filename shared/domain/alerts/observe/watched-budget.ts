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
  /** Who is in which team, by user id; those who left too. */
  readonly teamOf: ReadonlyMap<string, string>;
  /** Credits of top-ups in force, by team. */
  readonly teamTopUpCredits: ReadonlyMap<string, number>;
  readonly use: DailyUse;
}

/** One budget as it binds the organization, a team or one person, with the use that counts against it. */
export interface WatchedBudget {
  readonly budget: Budget;
  readonly person?: WatchedPerson;
  readonly credits: DayCredits | undefined;
  /** What top-ups add to the amount: to a person's own budgets, and to a team's. */
  readonly topUpCredits: number;
}

/** The budgets to look at: the organization's, the teams', and each person's own, or the default for want of any. */
export function watchedBudgets(night: WatchedNight): readonly WatchedBudget[] {
  const { budgets, people, topUpCredits, use } = night;
  const ofPeople = people.flatMap((person) =>
    budgetsOf(budgets, person).map((budget) => ({
      budget,
      person,
      credits: use.users.get(person.userId),
      topUpCredits: topUpCredits.get(emailKey(person.email)) ?? 0,
    })),
  );
  const ofAll = budgets.forOrganization.map((budget) => ({ budget, credits: use.organization, topUpCredits: 0 }));
  return [...ofAll, ...ofTeams(night), ...ofPeople].filter(({ budget }) => budget.mode !== 'observe');
}

/** The use of all members together counts against a team's budget. */
function ofTeams({ budgets, teamOf, teamTopUpCredits, use }: WatchedNight): readonly WatchedBudget[] {
  return [...budgets.byTeam].flatMap(([team, rows]) => {
    const members = [...use.users].filter(([userId]) => teamOf.get(userId) === team).map(([, credits]) => credits);
    const credits = members.length === 0 ? undefined : totalOf(members, use.days.length);
    return rows.map((budget) => ({ budget, credits, topUpCredits: teamTopUpCredits.get(team) ?? 0 }));
  });
}

function totalOf(members: readonly DayCredits[], days: number): DayCredits {
  const total = new Float64Array(days);
  members.forEach((credits) => credits.forEach((used, day) => (total[day] = (total[day] ?? 0) + used)));
  return total;
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
