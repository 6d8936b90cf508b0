import type { BudgetTerms } from '../budgets/budget.ts';
import { readableAbove } from '../kernel/texts/amounts.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import type { MonthlyUse } from './known-months.ts';

export interface UserOfMonths extends MonthlyUse {
  readonly email: string;
  readonly team: string | undefined;
  readonly highestCredits: number;
}

export interface SuggestionTerms {
  readonly window: BudgetTerms['window'];
  readonly users: readonly UserOfMonths[];
  readonly isByTeam: boolean;
}

interface TeamUsers {
  readonly name: string;
  readonly users: readonly UserOfMonths[];
}

export interface PersonalLimits {
  readonly defaultCredits: number;
  readonly ofTeams: readonly (TeamUsers & { readonly credits: number })[];
  readonly own: readonly UserOfMonths[];
}

/** Nine in ten people get the default; those with half as much again in a month get an own budget. */
const usualPercentile = 90;
const usualFactor = 1.5;

/** What most of some people stay within in every month. */
function usualLimit(users: readonly UserOfMonths[]): number {
  const highest = users.map(({ highestCredits }) => highestCredits);
  const usualMax = usualFactor * nearestRank(highest, usualPercentile);
  return readableAbove(highestOf(highest.filter((credits) => credits <= usualMax)));
}

/** Limits that stop no one in the known months: unusual people get their own. */
export function limitsOfUsual(terms: SuggestionTerms): PersonalLimits {
  const { defaultCredits, ofTeams } = limitsBy(usualLimit, terms);
  const limits = new Map(ofTeams.flatMap(({ users, credits }) => users.map((user) => [user, credits] as const)));
  const own = terms.users.filter((user) => user.highestCredits > (limits.get(user) ?? defaultCredits));
  return { defaultCredits, ofTeams, own };
}

/** Limits that this percentage of personal months stays within. */
export function limitsAt(percentile: number, terms: SuggestionTerms): PersonalLimits {
  const at = (users: readonly UserOfMonths[]): number =>
    readableAbove(
      nearestRank(
        users.flatMap(({ usual }) => usual),
        percentile,
      ),
    );
  return { ...limitsBy(at, terms), own: [] };
}

/** A limit for the members of each team, and one for people without a team. */
function limitsBy(
  limitFor: (users: readonly UserOfMonths[]) => number,
  terms: SuggestionTerms,
): Omit<PersonalLimits, 'own'> {
  const ofTeams = teamsOf(terms).map((team) => ({ ...team, credits: limitFor(team.users) }));
  const inTeams = new Set(ofTeams.flatMap(({ users }) => users));
  const others = terms.users.filter((user) => !inTeams.has(user));
  // Where no one else has use, newcomers without a team get what people have on the whole.
  return { defaultCredits: limitFor(others) || limitFor(terms.users), ofTeams };
}

/** The percentile of positive values: a seat without use says nothing about need. */
function nearestRank(credits: readonly number[], percentile: number): number {
  const ascending = credits.filter((each) => each > 0).toSorted((a, b) => a - b);
  return ascending[Math.ceil((ascending.length * percentile) / 100) - 1] ?? 0;
}

/** Teams with any use, by name. */
export function teamsOf({ users, isByTeam }: SuggestionTerms): readonly TeamUsers[] {
  const byTeam = isByTeam ? Map.groupBy(users, ({ team }) => team) : new Map<undefined, readonly UserOfMonths[]>();
  return [...byTeam]
    .flatMap(([name, members]) => (name === undefined ? [] : [{ name, users: members }]))
    .filter(({ users: members }) => members.some(({ highestCredits }) => highestCredits > 0))
    .toSorted((a, b) => compareText(a.name, b.name));
}

export function highestOf(credits: readonly number[]): number {
  return credits.reduce((highest, each) => Math.max(highest, each), 0);
}
