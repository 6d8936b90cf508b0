import { keptWith } from '../kernel/kept-with.ts';
import { recentValues } from '../kernel/recent-values.ts';
import { emailKey } from '../roster/email.ts';
import { followedAddresses } from '../roster/followed-addresses.ts';
import type { KnownUser } from '../roster/person.ts';
import { followMembers } from './followed-members.ts';
import type { MembersByDay } from './members-by-day.ts';
import { teamFinder } from './team-finder.ts';
import { compareTeams, type Team } from './team.ts';

/** The team of each user. Users who left keep theirs. */
export interface TeamAssignment extends MembersByDay {
  readonly doubles: readonly DoubleMatch[];
  readonly emptyTeams: readonly string[];
}

export interface DoubleMatch {
  readonly userId: string;
  readonly email: string | undefined;
  /** All matching teams, the chosen one first. */
  readonly teams: readonly string[];
  readonly chosen: string;
}

/**
 * Finds the one team of every user: the first that names their email, else the first in the order of teams that matches
 * by glob or metadata. A former address that no one else has counts as named too. The order of the arguments does not
 * matter.
 */
export function assignTeams(users: readonly KnownUser[], teams: readonly Team[]): TeamAssignment {
  const teamsOf = teamFinder(followMembers(teams, followedAddresses(users)));
  const teamOf = new Map<string, string>();
  const doubles: DoubleMatch[] = [];
  const taken = new Set<string>();
  for (const user of users.toSorted(byUserId)) {
    const names = teamsOf(user).map(({ name }) => name);
    const [chosen] = names;
    if (chosen === undefined) {
      continue;
    }
    teamOf.set(user.userId, chosen);
    if (user.goneSince === undefined) {
      taken.add(chosen);
      if (names.length > 1) {
        doubles.push({ userId: user.userId, email: user.email, teams: names, chosen });
      }
    }
  }
  const names = teams.toSorted(compareTeams).map(({ name }) => name);
  return { teamOf, doubles, emptyTeams: names.filter((name) => !taken.has(name)) };
}

const assignments = keptWith((_users: readonly KnownUser[]) => recentValues<TeamAssignment>(1));

/** The same, found once for users that many questions share. */
export function assignSharedUsers(users: readonly KnownUser[], teams: readonly Team[]): TeamAssignment {
  const key = JSON.stringify(teams);
  const kept = assignments(users);
  const assignment = kept.get(key) ?? assignTeams(users, teams);
  kept.set(key, assignment);
  return assignment;
}

/** The team of the current user with an email, in its matching form; undefined for none. */
export function teamOfEmail(email: string, users: readonly KnownUser[], teams: readonly Team[]): string | undefined {
  const user = users.find((each) => each.goneSince === undefined && emailKey(each.email ?? '') === email);
  return user && assignTeams(users, teams).teamOf.get(user.userId);
}

function byUserId(a: KnownUser, b: KnownUser): number {
  return a.userId < b.userId ? -1 : Number(a.userId > b.userId);
}
