import { formatScope } from '../domain/budgets/scope.ts';
import type { KnownUser } from '../domain/roster/person.ts';
import { assignTeams, type TeamAssignment } from '../domain/teams/assign-teams.ts';
import { describeTeamProblems } from '../domain/teams/describe-teams.ts';
import { emailsInDoubt, type InvalidTeam } from '../domain/teams/invalid-team.ts';
import type { Team } from '../domain/teams/team.ts';
import type { TeamStore } from './ports.ts';

/** The teams table as it stands. */
export interface TeamRows {
  /** In the order of teams. */
  readonly teams: readonly Team[];
  readonly invalidTeams: readonly InvalidTeam[];
}

/** The teams, and who belongs to which. */
export interface CollectedTeams extends TeamRows {
  readonly assignment: TeamAssignment;
}

export async function readTeams(store: Pick<TeamStore, 'list'>): Promise<TeamRows> {
  const { teams, invalid } = await store.list();
  return { teams, invalidTeams: invalid };
}

/** The teams with their members; scopes of users whose team cannot be known; what the admins should mend. */
export function assignRows(rows: TeamRows, users: readonly KnownUser[]) {
  const { teams, invalidTeams } = rows;
  const assignment = assignTeams(users, teams);
  const emails = emailsInDoubt(users, invalidTeams, assignment);
  return {
    collected: { teams, invalidTeams, assignment } satisfies CollectedTeams,
    invalidScopes: emails.map((email) => formatScope({ kind: 'user', email })),
    problems: describeTeamProblems(assignment.doubles, invalidTeams),
  };
}
