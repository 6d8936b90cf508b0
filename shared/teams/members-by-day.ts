import type { DayCredits } from '../forecast/daily-credits.ts';
import { addDays, daysBetween, type Day, type DayRange } from '../kernel/time/day.ts';
import { addTo, type DailyUse } from '../ledger/daily-use.ts';
import type { KnownUser, Membership } from '../roster/person.ts';

/** Use belongs to the team of its day, so a move takes no use from one team and adds none to the other. */
export interface MembersByDay {
  /** The current team of each user, by user id; absent for none. */
  readonly teamOf: ReadonlyMap<string, string>;
  readonly moved?: ReadonlyMap<string, readonly Membership[]>;
}

/** Stored moves per user; earlier days count for the earliest stored one. */
const membershipsMax = 100;

/**
 * Returns a user's teams once their team of `today` is known. A move counts from the next UTC day, so each day belongs
 * to one team, and a move that is undone on the same day leaves no trace. The first team counts for all earlier days:
 * nothing is recorded of a user without a team.
 */
export function membershipsWith(
  recorded: readonly Membership[] | undefined,
  team: string | undefined,
  today: Day,
): readonly Membership[] {
  const [first, ...later] = recorded ?? [];
  if (first === undefined) {
    return team === undefined ? [] : [{ from: today, team }];
  }
  if (recorded?.at(-1)?.team === team) {
    return recorded ?? [];
  }
  const from = addDays(today, 1);
  const kept = [first, ...later.filter((each) => each.from < from)];
  const next = kept.at(-1)?.team === team ? kept : [...kept, team === undefined ? { from } : { from, team }];
  return next.slice(-membershipsMax);
}

/**
 * Finds recorded memberships, and notes that users were in no team before, if they moved into a team that had members
 * before `today`, while on the roster. A new team counts its members' earlier use, and a newcomer is in their team from
 * the start.
 */
function recordFinder(users: readonly KnownUser[], today: Day) {
  let old: Set<string | undefined> | undefined;
  return ({ memberships, events }: KnownUser, team: string | undefined): readonly Membership[] | undefined => {
    const isNewcomer = events?.some(({ kind, at }) => kind === 'joined' && at.startsWith(today)) === true;
    if (memberships !== undefined || team === undefined || isNewcomer) {
      return memberships;
    }
    old ??= new Set(users.flatMap((user) => teamsBefore(user, today)));
    return old.has(team) ? [{ from: today }] : undefined;
  };
}

function teamsBefore({ memberships = [] }: KnownUser, today: Day): readonly (string | undefined)[] {
  return memberships.filter(({ from }) => from < today).map(({ team }) => team);
}

/** Returns the members by day, from records and the teams of `today`, recorded or not. */
export function membersByDay(
  users: readonly KnownUser[],
  teamOf: ReadonlyMap<string, string>,
  today: Day,
): MembersByDay {
  const moved = new Map<string, readonly Membership[]>();
  const recordOf = recordFinder(users, today);
  for (const user of users) {
    const team = teamOf.get(user.userId);
    const all = membershipsWith(recordOf(user, team), team, today);
    if (all.length > 1) {
      moved.set(user.userId, all);
    }
  }
  return moved.size === 0 ? { teamOf } : { teamOf, moved };
}

/** Returns the users whose record must be written to contain the teams of `today`; empty without a move. */
export function recordMemberships(
  users: readonly KnownUser[],
  teamOf: ReadonlyMap<string, string>,
  today: Day,
): readonly KnownUser[] {
  const recordOf = recordFinder(users, today);
  return users.flatMap((user) => {
    const team = teamOf.get(user.userId);
    const memberships = membershipsWith(recordOf(user, team), team, today);
    return memberships === user.memberships || memberships.length === 0 ? [] : [{ ...user, memberships }];
  });
}

/** Returns a user's team on a UTC day; days before the first known team count for it. */
export function teamOn({ teamOf, moved }: MembersByDay, userId: string, day: Day): string | undefined {
  const memberships = moved?.get(userId);
  return memberships === undefined
    ? teamOf.get(userId)
    : (memberships.findLast(({ from }) => from <= day) ?? memberships[0])?.team;
}

/** Returns the consecutive team memberships of a user in a range, covering all of it. */
export function teamSpans(
  members: MembersByDay,
  userId: string,
  { from, through }: DayRange,
): readonly (DayRange & { readonly team: string | undefined })[] {
  const turns = (members.moved?.get(userId) ?? []).slice(1).map((each) => each.from);
  const starts = [from, ...turns.filter((day) => from < day && day <= through)];
  return starts.map((start, index) => ({
    from: start,
    through: index + 1 < starts.length ? addDays(starts[index + 1] ?? through, -1) : through,
    team: teamOn(members, userId, start),
  }));
}

interface UseInTeam {
  readonly userId: string;
  readonly team: string | undefined;
  readonly credits: DayCredits;
}

/** Splits all use by the team of its day. A user's data may end early, where later days are unknown. */
export function* useByTeam({ range, users }: DailyUse, members: MembersByDay) {
  for (const [userId, credits] of users) {
    if (members.moved?.has(userId) !== true) {
      yield { userId, team: members.teamOf.get(userId), credits } satisfies UseInTeam;
      continue;
    }
    const parts = new Map<string | undefined, Float64Array>();
    const length = Math.max(credits.length, daysBetween(range.from, range.through) + 1);
    for (const { team, from, through } of teamSpans(members, userId, range)) {
      const part = parts.get(team) ?? new Float64Array(length);
      parts.set(team, part);
      const start = daysBetween(range.from, from);
      part.set(credits.subarray(start, daysBetween(range.from, through) + 1), start);
    }
    for (const [team, part] of parts) {
      yield { userId, team, credits: part } satisfies UseInTeam;
    }
  }
}

/** Returns each team's daily use by name; only of `wanted`, if given. */
export function creditsByTeam(
  use: DailyUse,
  members: MembersByDay,
  wanted?: { has(team: string): boolean },
): ReadonlyMap<string, Float64Array> {
  const totals = new Map<string, Float64Array>();
  for (const { team, credits } of useByTeam(use, members)) {
    if (team === undefined || wanted?.has(team) === false) {
      continue;
    }
    const total = totals.get(team) ?? new Float64Array(use.days.length);
    totals.set(team, total);
    addTo(total, credits);
  }
  return totals;
}
