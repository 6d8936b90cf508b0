import { teamRecord } from '../../contracts/records/team.ts';
import type { KnownUser } from '../../domain/roster/person.ts';
import type { TeamAssignment } from '../../domain/teams/assign-teams.ts';
import type { Team } from '../../domain/teams/team.ts';
import { recordCells, recordColumns } from '../records/record-rows.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

/** Teams with how many users each has, as a table. */
export function teamTable(teams: readonly Team[], countOf: (team: Team) => number, style: Style): string {
  const columns = [...recordColumns(teamRecord), { title: 'Users', align: 'right' } as const, { title: 'By' }];
  const rows = teams.map((team) => [...recordCells(teamRecord, team), String(countOf(team)), team.updatedBy]);
  return renderTable(columns, rows, style);
}

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

/** Keys of metadata that a team is made of and nobody on the roster has. */
export function unknownKeys({ members }: Team, users: readonly KnownUser[]): readonly string[] {
  const keys = members.flatMap((rule) => (rule.kind === 'metadata' ? [rule.key] : []));
  return [...new Set(keys)].filter((key) => users.every(({ metadata = {} }) => !Object.hasOwn(metadata, key)));
}
