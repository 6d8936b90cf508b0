import { allowedOf } from '../budgets/allowed-credits.ts';
import { budgetKey, isInForce, type Budget } from '../budgets/budget.ts';
import { holdersByBudget } from '../budgets/personal-budgets.ts';
import { isInherited } from '../budgets/scope.ts';
import { windowAt, type Window } from '../budgets/window.ts';
import type { Person } from '../caps/person.ts';
import type { DailyCredits, DayCredits } from '../forecast/daily-credits.ts';
import { type ExpectedDay, forecastCourse } from '../forecast/forecast-course.ts';
import { canExceed, expectedRunOutDay, forecastWindow, type WindowForecast } from '../forecast/forecast.ts';
import { explainRise, type Rise } from '../forecast/rise.ts';
import { usualWeekOf } from '../forecast/usual-use.ts';
import type { WeekdayProfile } from '../forecast/weekday-profile.ts';
import type { Ending } from '../grants/endings.ts';
import { keptWith } from '../kernel/kept-with.ts';
import { amountState, nextBound } from '../kernel/texts/amount-state.ts';
import { earliestDay, latestDay, type Day } from '../kernel/time/day.ts';
import { creditsWithin, dailyCreditsOf, dailyWithin } from '../ledger/daily-use.ts';
import { contributorsOf, type ContributorsOf } from '../notifications/observe/watched-budget.ts';
import { emailKey } from '../roster/email.ts';
import { creditsByTeam } from '../teams/members-by-day.ts';
import type { BudgetState } from './list-filters.ts';
import { currentPool } from './pool-outlook.ts';
import type { Snapshot } from './snapshot.ts';

export interface BudgetOutlook {
  readonly budget: Budget;
  readonly now?: BudgetNow;
  readonly endings?: readonly Ending[];
}

export interface BudgetNow {
  readonly window: Window;
  readonly topUpCredits: number;
  /** Of all people in scope; for an inherited budget, the highest use of one person. */
  readonly usedCredits: number;
  /** Of the amount. */
  readonly leftCredits?: number;
  /** The amount with top-ups, and what its limits may add up to: more with overcommit. */
  readonly amountCredits?: number;
  readonly allowedCredits?: number;
  /** Absent with too few known days, and for an inherited budget, which applies to each person separately. */
  readonly forecast?: WindowForecast;
  readonly runsOutOn?: Day;
  readonly rise?: Rise;
  readonly dailyCredits?: readonly number[];
  /** The forecast by day. */
  readonly course?: readonly ExpectedDay[];
  readonly people?: {
    readonly count: number;
    readonly highestEmail?: string;
    /** How many have used it up, and how many more are expected to. */
    readonly usedUp?: number;
    readonly expectedOver?: number;
  };
}

/**
 * `used-up`: nothing remains; for an inherited budget, for some person. `over-budget`: overcommit allows more.
 * `running-out`: before the window ends.
 */
export function budgetState({ now }: BudgetOutlook): BudgetState {
  if (now === undefined) {
    return 'not-in-force';
  }
  const { usedCredits: used, amountCredits: amount = Infinity, allowedCredits: allowed = amount } = now;
  const state = amountState({ amount, used, allowed });
  if (state !== 'within') {
    return state;
  }
  return now.runsOutOn === undefined ? 'lasting' : 'running-out';
}

interface OutlookDepth {
  /** With causes, and with each person who inherits one. */
  readonly isInDepth: boolean;
  readonly isDaily?: boolean;
  /** With the forecast by day. */
  readonly hasCourse?: boolean;
}

/** How budgets stand in a snapshot, by their terms and the depth: an edited budget is another one. */
const keptNows = keptWith((_snapshot: Snapshot) => new Map<string, BudgetNow>());

/** Returns the outlook of budgets, in their order. */
export function budgetOutlooks(
  budgets: readonly Budget[],
  snapshot: Snapshot,
  { isInDepth, isDaily = false, hasCourse = false }: OutlookDepth,
): readonly BudgetOutlook[] {
  const depth = { isInDepth, isDaily, hasCourse };
  const { today, exposureTerms } = snapshot;
  const kept = keptNows(snapshot);
  const outlooks = budgets.map((budget) => ({ budget, key: JSON.stringify([budget, depth]) }));
  const missing = outlooks.filter(({ budget, key }) => isInForce(budget, today) && !kept.has(key));
  if (missing.length > 0) {
    const looking = lookingAt(
      missing.map(({ budget }) => budget),
      snapshot,
      depth,
    );
    for (const { budget, key } of missing) {
      const window = windowAt(budget.window, today, exposureTerms.moment.platformWindow);
      kept.set(key, isInherited(budget.scope) ? ofEach(budget, window, looking) : ofOne(budget, window, looking));
    }
  }
  return outlooks.map(({ budget, key }) => {
    const now = kept.get(key);
    return now === undefined ? { budget } : { budget, now };
  });
}

function lookingAt(budgets: readonly Budget[], snapshot: Snapshot, depth: Required<OutlookDepth>): Looking {
  const { use, people, assignment } = snapshot;
  const teams = teamsIn(budgets);
  return {
    snapshot,
    ...depth,
    profile: usualWeekOf(dailyCreditsOf(use, use.organization)),
    userIds: new Map(people.persons.map(({ userId, email }) => [emailKey(email), userId])),
    ofTeams: teams.size === 0 ? new Map<string, DayCredits>() : creditsByTeam(use, assignment, teams),
    contributors: contributorsOf({ ...assignment, people: people.persons, use }),
    holders: budgets.some(({ scope }) => isInherited(scope))
      ? holdersByBudget(
          snapshot.binding,
          people.persons.map((person) => ({ ...person, team: assignment.teamOf.get(person.userId) })),
        )
      : new Map<string, readonly Person[]>(),
  };
}

function teamsIn(budgets: readonly Budget[]): ReadonlySet<string> {
  return new Set(budgets.flatMap(({ scope }) => (scope.kind === 'team' ? [scope.name] : [])));
}

interface Looking extends Required<OutlookDepth> {
  readonly snapshot: Snapshot;
  readonly profile: WeekdayProfile;
  readonly userIds: ReadonlyMap<string, string>;
  readonly ofTeams: ReadonlyMap<string, DayCredits>;
  readonly contributors: ContributorsOf;
  /** The people of each inherited budget, by its key. */
  readonly holders: ReadonlyMap<string, readonly Person[]>;
}

function ofOne(budget: Budget, window: Window, looking: Looking): BudgetNow {
  const { snapshot, profile } = looking;
  const { use, today } = snapshot;
  const credits = creditsOf(budget, looking);
  const daily = dailyCreditsOf(use, credits);
  const usedCredits = creditsWithin(use, credits, window);
  const topUpCredits = topUpOf(budget, snapshot);
  const forecast = forecastWindow(window, daily, profile);
  const base = {
    window,
    topUpCredits,
    usedCredits,
    ...(forecast.kind === 'forecast' && { forecast }),
    ...(looking.isDaily && { dailyCredits: dailyWithin(use, credits, window) }),
    ...(looking.hasCourse && { course: forecastCourse(window, daily, profile) }),
    ...riseOf(budget, { window, through: daily.through }, looking),
  };
  if (budget.amount.kind === 'unlimited') {
    return base;
  }
  const amountCredits = budget.amount.credits + topUpCredits;
  const allowed = allowedOf(budget, amountCredits);
  const bound = nextBound({ amount: amountCredits, used: usedCredits, allowed });
  const expected = usedCredits >= bound ? today : expectedRunOutDay({ window, amountCredits: bound }, daily, profile);
  const leftCredits = Math.max(0, amountCredits - usedCredits);
  return {
    ...base,
    amountCredits,
    allowedCredits: allowed,
    leftCredits,
    runsOutOn: expected && latestDay(today, expected),
  };
}

function creditsOf({ scope }: Budget, { snapshot: { use }, userIds, ofTeams }: Looking): DayCredits | undefined {
  switch (scope.kind) {
    case 'org':
      return use.organization;
    case 'team':
      return ofTeams.get(scope.name);
    case 'user':
      return use.users.get(userIds.get(scope.email) ?? '');
    case 'model':
      return use.models?.get(scope.id);
    case 'members':
    case 'default':
      return undefined;
  }
}

function topUpOf(budget: Budget, { topUpCredits, shares }: Snapshot): number {
  const { scope } = budget;
  return (scope.kind === 'user' ? topUpCredits.get(scope.email) : currentPool(budget, shares)?.topUpCredits) ?? 0;
}

function riseOf(
  { scope }: Budget,
  { window, through }: { readonly window: Window; readonly through: Day },
  { isInDepth, contributors }: Looking,
): { readonly rise?: Rise } {
  // Users' use by model is not known, so that the cause of a model's rise is not either.
  if (!isInDepth || scope.kind === 'user' || scope.kind === 'model') {
    return {};
  }
  const rise = explainRise({ from: window.from, through: earliestDay(window.through, through) }, contributors(scope));
  return rise.riseCredits <= 0 ? {} : { rise };
}

function ofEach(budget: Budget, window: Window, { snapshot, isInDepth, profile, holders }: Looking): BudgetNow {
  const { amount } = budget;
  const { use } = snapshot;
  const drawing = holders.get(budgetKey(budget)) ?? [];
  let usedCredits = 0;
  let highestEmail: string | undefined;
  let [usedUp, expectedOver] = [0, 0];
  for (const { userId, email } of drawing) {
    const credits = use.users.get(userId);
    const used = creditsWithin(use, credits, window);
    if (used > usedCredits) {
      [usedCredits, highestEmail] = [used, email];
    }
    if (isInDepth && amount.kind === 'credits' && used >= amount.credits) {
      usedUp += 1;
    } else if (isInDepth && credits !== undefined && amount.kind === 'credits') {
      const daily: DailyCredits = dailyCreditsOf(use, credits);
      expectedOver += Number(canExceed({ window, amountCredits: amount.credits }, daily, profile));
    }
  }
  return {
    window,
    topUpCredits: 0,
    usedCredits,
    ...(amount.kind === 'credits' && {
      amountCredits: amount.credits,
      allowedCredits: amount.credits,
      leftCredits: Math.max(0, amount.credits - usedCredits),
    }),
    people: {
      count: drawing.length,
      highestEmail,
      ...(isInDepth && amount.kind === 'credits' && { usedUp, expectedOver }),
    },
  };
}
