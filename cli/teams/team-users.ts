import type { KnownUser } from '../../shared/domain/roster/person.ts';
import type { TeamAssignment } from '../../shared/domain/teams/assign-teams.ts';

/** The users on the roster, as it was last read, who belong to each team: emails, or ids of those who have none. */
export function currentMembers(
  users: readonly KnownUser[],
  { teamOf }: TeamAssignment,
): ReadonlyMap<string, readonly string[]> {
  const current = users.filter(({ userId, goneSince }) => goneSince === undefined && teamOf.has(userId));
  const byTeam = Map.groupBy(current, ({ userId }) => teamOf.get(userId) ?? '');
  return new Map(
    [...byTeam].map(([name, group]) => [name, group.map(({ email, userId }) => email ?? userId).toSorted()]),
  );
}
