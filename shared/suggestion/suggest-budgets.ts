import type { BudgetMode, BudgetTerms } from '../budgets/budget.ts';
import type { Scope } from '../budgets/scope.ts';
import type { PlatformWindow } from '../budgets/window.ts';
import type { TeamOf } from '../caps/shares/shared-budget.ts';
import { sumOf } from '../forecast/daily-credits.ts';
import { readableAbove, readableBelow } from '../kernel/texts/amounts.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import { daysBetween, type DayRange } from '../kernel/time/day.ts';
import { creditsWithin, type DailyUse } from '../ledger/daily-use.ts';
import { emailKey } from '../roster/email.ts';
import { knownDaysMin } from './first-budget.ts';
import { knownMonths, monthKind, monthlyUse, type KnownMonth } from './known-months.ts';
import {
  highestOf,
  limitsAt,
  limitsOfUsual,
  teamsOf,
  type PersonalLimits,
  type SuggestionTerms,
  type UserOfMonths,
} from './personal-limits.ts';
import type { SuggestionGoal } from './suggestion-goal.ts';

export interface SuggestionOrder {
  readonly goal: SuggestionGoal;
  readonly isByTeam: boolean;
  readonly use: DailyUse;
  readonly people: readonly { readonly userId: string; readonly email: string }[];
  readonly teamOf: TeamOf;
  readonly platformWindow: PlatformWindow;
}

type SuggestedTerms = Pick<BudgetTerms, 'scope' | 'window' | 'amount' | 'mode' | 'guarantee'>;

export function suggestedTerms(terms: SuggestedTerms): BudgetTerms {
  return { ...terms, thresholds: [50, 80, 100], forecastAlert: true, owners: [] };
}

export interface SuggestedBudget {
  readonly terms: SuggestedTerms;
  readonly people: number;
  /** The most credits in one month: of one person, or of all who share it. */
  readonly highestCredits: number;
}

export type Suggestion =
  | { readonly kind: 'too-few-days'; readonly knownDays: number }
  | { readonly kind: 'no-use'; readonly range: DayRange }
  | {
      readonly kind: 'suggested';
      readonly range: DayRange;
      readonly months: readonly KnownMonth[];
      /** The organization first, then teams, then personal budgets. */
      readonly budgets: readonly SuggestedBudget[];
    };

/** Whether so much past use of people is known that budgets can be suggested from it. */
export function canSuggest({
  use,
  people,
  platformWindow,
}: Pick<SuggestionOrder, 'use' | 'people' | 'platformWindow'>): boolean {
  const months = knownMonths(use, platformWindow);
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined || daysBetween(first.from, last.through) + 1 < knownDaysMin) {
    return false;
  }
  const range = { from: first.from, through: last.through };
  return people.some(({ userId }) => creditsWithin(use, use.users.get(userId), range) > 0);
}

/**
 * Suggests monthly budgets from past use.
 * - `usual-month`: no one is stopped in the known months. Personal limits enforce, by team each team's; shared budgets
 *   alert.
 * - `percentile`: one personal limit for this percentage of personal months, by team each team's. Shared budgets alert.
 * - `total`: a strict shared budget; by team it is split by past use, exactly.
 * Personal amounts and alerting shared budgets are rounded up; shares of a total never exceed it.
 */
export function suggestBudgets(order: SuggestionOrder): Suggestion {
  const { use, people, teamOf, platformWindow, goal } = order;
  const months = knownMonths(use, platformWindow);
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined || daysBetween(first.from, last.through) + 1 < knownDaysMin) {
    const knownDays = first === undefined || last === undefined ? 0 : daysBetween(first.from, last.through) + 1;
    return { kind: 'too-few-days', knownDays };
  }
  const range = { from: first.from, through: last.through };
  const sorted = sortedBy(people, ({ email }) => emailKey(email));
  const monthly = monthlyUse(
    use,
    months,
    sorted.map(({ userId }) => userId),
  );
  const users = sorted.map(({ userId, email }, at) => {
    const { known, usual } = monthly[at] ?? { known: [], usual: [] };
    const own = { known, usual, highestCredits: highestOf([...known, ...usual]) };
    return { email: emailKey(email), team: teamOf.get(userId), ...own };
  });
  if (users.every(({ highestCredits }) => highestCredits === 0)) {
    return { kind: 'no-use', range };
  }
  const terms = { window: monthKind(platformWindow), users, isByTeam: order.isByTeam };
  return {
    kind: 'suggested',
    range,
    months,
    budgets: goal.kind === 'total' ? shareTotal(goal.credits, terms) : limitPeople(goal, terms),
  };
}

function limitPeople(
  goal: Exclude<SuggestionGoal, { kind: 'total' }>,
  terms: SuggestionTerms,
): readonly SuggestedBudget[] {
  const { users } = terms;
  const limits = goal.kind === 'percentile' ? limitsAt(goal.percentile, terms) : limitsOfUsual(terms);
  const limited = new Set([...limits.own, ...limits.ofTeams.flatMap((team) => team.users)]);
  const others = users.filter((user) => !limited.has(user));
  return [
    ...sharedAlerts(limits, terms),
    ...limits.ofTeams.map(({ name, users: all, credits }) => {
      const members = all.filter((user) => !limits.own.includes(user));
      return aBudget(terms, {
        scope: { kind: 'members', name },
        credits,
        mode: 'enforce',
        people: members.length,
        highestCredits: highestOf(members.map((user) => user.highestCredits)),
      });
    }),
    aBudget(terms, {
      scope: { kind: 'default' },
      credits: limits.defaultCredits,
      mode: 'enforce',
      people: others.length,
      highestCredits: highestOf(others.map((user) => user.highestCredits)),
    }),
    ...limits.own.map(({ email, highestCredits }) =>
      aBudget(terms, {
        scope: { kind: 'user', email },
        credits: readableAbove(highestCredits),
        mode: 'enforce',
        people: 1,
        highestCredits,
      }),
    ),
  ];
}

function sharedAlerts(
  { defaultCredits, ofTeams, own }: PersonalLimits,
  terms: SuggestionTerms,
): readonly SuggestedBudget[] {
  const limits = new Map([
    ...ofTeams.flatMap(({ users, credits }) => users.map((user) => [user, credits] as const)),
    ...own.map((user) => [user, Infinity] as const),
  ]);
  const amountOf = (users: readonly UserOfMonths[]): number => {
    const limited = users.map((user) =>
      [...user.known, ...user.usual].map((credits) => Math.min(credits, limits.get(user) ?? defaultCredits)),
    );
    return readableAbove(highestSum(limited));
  };
  const teams = teamsOf(terms).map(({ name, users }) => ({ name, users, credits: amountOf(users) }));
  const rest = teams.length === 0 ? terms.users : terms.users.filter(({ team }) => team === undefined);
  const sum = teams.reduce((total, { credits }) => total + credits, amountOf(rest));
  return [
    sharedBudget(terms, { scope: { kind: 'org' }, credits: sum, mode: 'alert', users: terms.users }),
    ...teams.map(({ name, users, credits }) =>
      sharedBudget(terms, { scope: { kind: 'team', name }, credits, mode: 'alert', users }),
    ),
  ];
}

function highestSum(byUser: readonly (readonly number[])[]): number {
  const months = byUser[0]?.map((_, month) => byUser.reduce((sum, credits) => sum + (credits[month] ?? 0), 0)) ?? [];
  return highestOf(months);
}

function shareTotal(totalCredits: number, terms: SuggestionTerms): readonly SuggestedBudget[] {
  const teams = teamsOf(terms);
  const rest = terms.users.filter(({ team }) => !teams.some(({ name }) => name === team));
  const weights = [...teams.map(({ users }) => usedBy(users)), usedBy(rest)];
  const all = BigInt(sumOf(weights));
  const shares = weights.map((used) => readableBelow(Number((BigInt(totalCredits) * BigInt(used)) / all)));
  const largest = weights.indexOf(highestOf(weights));
  const rounding = totalCredits - sumOf(shares);
  const strict = { mode: 'enforce', guarantee: { kind: 'strict' } } as const;
  return [
    sharedBudget(terms, { scope: { kind: 'org' }, credits: totalCredits, ...strict, users: terms.users }),
    ...teams
      .map(({ name, users }, index) => {
        const credits = (shares[index] ?? 0) + (index === largest ? rounding : 0);
        return sharedBudget(terms, { scope: { kind: 'team', name }, credits, ...strict, users });
      })
      // An amount of 0 would block the team; without a budget it draws on the organization's.
      .filter(({ terms: { amount } }) => amount.kind === 'credits' && amount.credits > 0),
  ];
}

function usedBy(users: readonly UserOfMonths[]): number {
  return users.reduce((sum, { usual }) => sum + sumOf(usual), 0);
}

function sharedBudget(
  terms: SuggestionTerms,
  { users, ...order }: Omit<BudgetOrder, 'people' | 'highestCredits'> & { readonly users: readonly UserOfMonths[] },
): SuggestedBudget {
  const highestCredits = highestSum(users.map(({ known, usual }) => [...known, ...usual]));
  return aBudget(terms, { ...order, people: users.length, highestCredits });
}

interface BudgetOrder {
  readonly scope: Scope;
  readonly credits: number;
  readonly mode: BudgetMode;
  readonly guarantee?: BudgetTerms['guarantee'];
  readonly people: number;
  readonly highestCredits: number;
}

function aBudget(
  { window }: SuggestionTerms,
  { scope, credits, mode, guarantee, ...facts }: BudgetOrder,
): SuggestedBudget {
  return {
    terms: {
      scope,
      window,
      amount: { kind: 'credits', credits },
      mode,
      guarantee,
    },
    ...facts,
  };
}
