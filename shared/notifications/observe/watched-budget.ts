import type { BindingBudgets } from '../../budgets/binding-budgets.ts';
import type { Budget } from '../../budgets/budget.ts';
import { budgetsOf } from '../../budgets/personal-budgets.ts';
import { formatScope, type Scope } from '../../budgets/scope.ts';
import { windowAt, type PlatformWindow, type Window, type WindowKind } from '../../budgets/window.ts';
import type { DayCredits } from '../../forecast/daily-credits.ts';
import type { Contributor } from '../../forecast/rise.ts';
import type { Day } from '../../kernel/time/day.ts';
import { type DailyUse, dailyCreditsOf } from '../../ledger/daily-use.ts';
import { emailKey } from '../../roster/email.ts';
import { creditsByTeam, useByTeam, type MembersByDay } from '../../teams/members-by-day.ts';

export interface WatchedPerson {
  readonly userId: string;
  /** In the roster's spelling. */
  readonly email: string;
}

export interface WatchedBudgets extends MembersByDay {
  readonly today: Day;
  readonly platformWindow: PlatformWindow;
  readonly budgets: BindingBudgets;
  readonly people: readonly WatchedPerson[];
  readonly topUpCredits: ReadonlyMap<string, number>;
  readonly poolTopUpCredits: ReadonlyMap<string, number>;
  readonly use: DailyUse;
  /** Ids of open conditions. With very many users, uses without one that raise none are left out. */
  readonly openIds?: ReadonlySet<string>;
  /** Set between the nightly runs: later days are observed, and the ledger lacks them. */
  readonly seen?: { readonly knownThrough: Day; readonly at: string };
}

export interface WatchedBudget {
  readonly budget: Budget;
  readonly person?: WatchedPerson;
  readonly credits: DayCredits | undefined;
  readonly topUpCredits: number;
}

/** Yields the budgets to watch: of the organization, teams, models, and those that apply to each person alone. */
export function* watchedBudgets(view: WatchedBudgets): Generator<WatchedBudget> {
  const { budgets, people, topUpCredits, poolTopUpCredits, use } = view;
  for (const budget of budgets.forOrganization.filter(isWatched)) {
    yield { budget, credits: use.organization, topUpCredits: poolTopUpCredits.get('org') ?? 0 };
  }
  yield* ofTeams(view);
  for (const [model, rows] of budgets.byModel) {
    const credits = use.models?.get(model);
    yield* rows.filter(isWatched).map((budget) => ({ budget, credits, topUpCredits: 0 }));
  }
  for (const person of people) {
    const credits = use.users.get(person.userId);
    const topUp = topUpCredits.get(emailKey(person.email)) ?? 0;
    for (const budget of budgetsOfPerson(view, person).filter(isWatched)) {
      yield { budget, person, credits, topUpCredits: topUp };
    }
  }
}

function isWatched({ mode }: Budget): boolean {
  return mode !== 'observe';
}

function ofTeams(view: WatchedBudgets): readonly WatchedBudget[] {
  const { budgets, poolTopUpCredits, use } = view;
  if (budgets.byTeam.size === 0) {
    return [];
  }
  const totals = creditsByTeam(use, view, budgets.byTeam);
  return [...budgets.byTeam].flatMap(([team, rows]) => {
    const credits = totals.get(team);
    const topUpCredits = poolTopUpCredits.get(formatScope({ kind: 'team', name: team })) ?? 0;
    return rows.filter(isWatched).map((budget) => ({ budget, credits, topUpCredits }));
  });
}

/** The budgets that apply to a person alone. */
export function budgetsOfPerson(
  { budgets, teamOf }: Pick<WatchedBudgets, 'budgets' | 'teamOf'>,
  { userId, email }: WatchedPerson,
): readonly Budget[] {
  return budgetsOf(budgets, { email, team: teamOf.get(userId) });
}

/** Finds the window of a kind on a day; computed once per view, and queried for every budget and person. */
export function windowsFor({ platformWindow }: WatchedBudgets, day: Day): (kind: WindowKind) => Window {
  const windows = new Map<WindowKind, Window>();
  return (kind) => {
    const window = windows.get(kind) ?? windowAt(kind, day, platformWindow);
    windows.set(kind, window);
    return window;
  };
}

export type ContributorsOf = (scope: Scope) => readonly Contributor[];

/** Finds contributors. Sorted by team on the first query, once for all teams. */
export function contributorsOf(view: Pick<WatchedBudgets, 'people' | 'use' | keyof MembersByDay>): ContributorsOf {
  const { people, use } = view;
  let emails: ReadonlyMap<string, string> | undefined;
  let all: readonly Contributor[] | undefined;
  let byTeam: ReadonlyMap<string | undefined, readonly (Contributor & { team: string | undefined })[]> | undefined;
  const contributor = (userId: string, credits: DayCredits): Contributor => {
    emails ??= new Map(people.map((person) => [person.userId, person.email]));
    return { who: emails.get(userId) ?? `user ${userId}`, daily: dailyCreditsOf(use, credits) };
  };
  return (scope) => {
    // Users' use by model is not known.
    if (scope.kind === 'model') {
      return [];
    }
    if (scope.kind !== 'team') {
      return (all ??= [...use.users].map(([userId, credits]) => contributor(userId, credits)));
    }
    byTeam ??= Map.groupBy(
      [...useByTeam(use, view)].map(({ userId, team, credits }) => ({ team, ...contributor(userId, credits) })),
      ({ team }) => team,
    );
    return byTeam.get(scope.name) ?? [];
  };
}
