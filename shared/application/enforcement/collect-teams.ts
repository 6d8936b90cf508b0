import { formatScope, parseScope } from '../../domain/budgets/scope.ts';
import type { KnownUser } from '../../domain/roster/person.ts';
import { assignTeams, type TeamAssignment } from '../../domain/teams/assign-teams.ts';
import { describeTeamProblems } from '../../domain/teams/describe-teams.ts';
import { emailsInDoubt, emailsOfTeams, type InvalidTeam } from '../../domain/teams/invalid-team.ts';
import type { Team } from '../../domain/teams/team.ts';
import type { Rules } from './collect-rules.ts';
import type { TeamStore } from '../edits/ports.ts';

export interface TeamPorts {
  readonly teams: Pick<TeamStore, 'list'>;
}

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

/** The rules with the teams, and with what rows that cannot be read mean to the members of teams. */
export function bindTeams(rules: Rules, rows: TeamRows, users: readonly KnownUser[]): Rules & CollectedTeams {
  const teams = assignRows(rows, users);
  return {
    ...rules,
    ...teams,
    invalidScopes: withScopesOfMembers(rules.invalidScopes, users, teams),
    problems: [...rules.problems, ...describeTeamProblems(teams.assignment.doubles, teams.invalidTeams)],
  };
}

/** Finds everybody's team. */
export function assignRows(rows: TeamRows, users: readonly KnownUser[]): CollectedTeams {
  return { ...rows, assignment: assignTeams(users, rows.teams) };
}

/**
 * The scopes of rows that cannot be read, with those of the users whom they bind by their team: members of a team whose
 * budget or top-up cannot be read, and whoever may belong to a team that cannot be read itself.
 */
export function withScopesOfMembers(
  scopes: readonly string[],
  users: readonly KnownUser[],
  { invalidTeams, assignment }: CollectedTeams,
): readonly string[] {
  const names = scopes.flatMap((text) => {
    const scope = parseScope(text);
    return scope?.kind === 'team' ? [scope.name] : [];
  });
  const emails = [
    ...emailsOfTeams(users, new Set(names), assignment),
    ...emailsInDoubt(users, invalidTeams, assignment),
  ];
  return [...scopes, ...new Set(emails.map((email) => formatScope({ kind: 'user', email })))];
}
