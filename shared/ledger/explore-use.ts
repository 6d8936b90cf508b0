import type { DayCredits } from '../forecast/daily-credits.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import { addDays, type DayRange, daysBetween, earliestDay, latestDay } from '../kernel/time/day.ts';
import type { KnownUser } from '../roster/person.ts';
import { creditsByTeam, type MembersByDay, useByTeam } from '../teams/members-by-day.ts';
import { creditsWithin, type DailyUse, spanOf } from './daily-use.ts';

export const exploredParts = ['user', 'team', 'model'] as const;
type ExploredPart = (typeof exploredParts)[number];

/** What uses credits: a user, a team or a model. Credits are integers. */
export interface ExploredRow {
  readonly key: string;
  /** Absent for use without a team or model. */
  readonly name?: string;
  readonly email?: string;
  readonly team?: string;
  readonly credits: number;
  /** In the compared days; absent where none are known. */
  readonly before?: number;
  /** Use by day, over the whole of the ledger's range; a view, to save memory. */
  readonly daily: DayCredits;
}

interface ExploredUse {
  /** The wanted days that are known. */
  readonly range: DayRange;
  /** As many days before, or from the wanted day; absent where they are not all known. */
  readonly before?: DayRange;
  /** Largest first. */
  readonly rows: readonly ExploredRow[];
  readonly total: number;
  readonly beforeTotal?: number;
  /** The sum of the rows by day of `range`, and of `before`. */
  readonly days: readonly number[];
  readonly beforeDays: readonly number[];
}

interface ExploreTerms {
  readonly use: DailyUse;
  readonly users: readonly KnownUser[];
  readonly members: MembersByDay;
}

interface ExploreOrder {
  readonly range: DayRange;
  readonly by: ExploredPart;
  /** The first of the compared days; default: right before the range. */
  readonly beforeFrom?: string;
  /** Only what was used in these teams, each on its days there; default: everything. */
  readonly teams?: ReadonlySet<string>;
}

/** Breaks the use of a range down by user, team or model, beside as many days before. */
export function exploreUse(terms: ExploreTerms, { range: wanted, by, beforeFrom, teams }: ExploreOrder): ExploredUse {
  const { use } = terms;
  const range = {
    from: latestDay(wanted.from, use.range.from),
    through: earliestDay(wanted.through, use.range.through),
  };
  const length = daysBetween(range.from, range.through);
  const from = beforeFrom ?? addDays(range.from, -length - 1);
  const before = { from, through: addDays(from, length) };
  const isCompared = length >= 0 && use.range.from <= before.from && before.through <= use.range.through;
  const rows = partsOf(terms, by, teams)
    .map((part): ExploredRow => ({
      ...part,
      credits: creditsWithin(use, part.daily, range),
      ...(isCompared && { before: creditsWithin(use, part.daily, before) }),
    }))
    .filter((row) => row.credits > 0 || (row.before ?? 0) > 0)
    .toSorted((a, b) => b.credits - a.credits || (b.before ?? 0) - (a.before ?? 0) || compareText(a.key, b.key));
  return {
    range,
    ...(isCompared && { before, beforeTotal: sumOf(rows.map((row) => row.before ?? 0)) }),
    rows,
    total: sumOf(rows.map(({ credits }) => credits)),
    days: sumsByDay(use, rows, range),
    beforeDays: isCompared ? sumsByDay(use, rows, before) : [],
  };
}

type Part = Omit<ExploredRow, 'credits' | 'before'>;

function partsOf(terms: ExploreTerms, by: ExploredPart, teams: ExploreOrder['teams']): readonly Part[] {
  switch (by) {
    case 'user':
      return userParts(terms, teams);
    case 'team':
      return teamParts(terms, teams);
    case 'model': {
      const { models = new Map<string, DayCredits>(), organization } = terms.use;
      return withRest(
        [...models].map(([name, daily]) => ({ key: name, name, daily })),
        organization,
      );
    }
  }
}

function userParts({ use, users, members }: ExploreTerms, teams: ExploreOrder['teams']): readonly Part[] {
  const emails = new Map(users.map(({ userId, email }) => [userId, email]));
  const named = (userId: string, daily: DayCredits): Part => {
    const email = emails.get(userId);
    return { key: userId, name: email ?? userId, email, team: members.teamOf.get(userId), daily };
  };
  if (teams === undefined) {
    return Array.from(use.users, ([userId, daily]) => named(userId, daily));
  }
  const parts = new Map<string, DayCredits>();
  for (const { userId, team, credits } of useByTeam(use, members)) {
    if (team !== undefined && teams.has(team)) {
      const earlier = parts.get(userId);
      parts.set(
        userId,
        earlier === undefined ? credits : Float64Array.from(credits, (each, day) => each + (earlier[day] ?? 0)),
      );
    }
  }
  return Array.from(parts, ([userId, daily]) => named(userId, daily));
}

function teamParts({ use, members }: ExploreTerms, teams: ExploreOrder['teams']): readonly Part[] {
  const named = Array.from(creditsByTeam(use, members, teams), ([name, daily]) => ({
    key: name,
    name,
    team: name,
    daily,
  }));
  return teams === undefined ? withRest(named, use.organization) : named;
}

/** What the organization used beyond the named parts has no name. */
function withRest(parts: readonly Part[], organization: DayCredits): readonly Part[] {
  const rest = Float64Array.from(organization, (credits, day) =>
    Math.max(0, credits - sumOf(parts.map(({ daily }) => daily[day] ?? 0))),
  );
  return [...parts, { key: '', daily: rest }];
}

function sumsByDay(use: DailyUse, rows: readonly ExploredRow[], range: DayRange): readonly number[] {
  const { from, end } = spanOf(use, range);
  const sums = Array.from({ length: end - from }, () => 0);
  for (const { daily } of rows) {
    for (let day = from; day < end; day += 1) {
      sums[day - from] = (sums[day - from] ?? 0) + (daily[day] ?? 0);
    }
  }
  return sums;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
