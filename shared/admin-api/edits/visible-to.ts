import { parseScope } from '../../domain/budgets/scope.ts';
import { emailKey } from '../../domain/roster/email.ts';
import { assignTeams } from '../../domain/teams/assign-teams.ts';
import type { OperationWork } from '../operation.ts';
import { knownUsers } from '../snapshot-of.ts';

/** What of an installation somebody may see: all of it, or their teams and the members of these. */
export interface Visible {
  readonly team: (name: string) => boolean;
  readonly email: (email: string) => boolean;
  /** `team:NAME` or `user:EMAIL`. */
  readonly scope: (scope: string) => boolean;
}

const everything: Visible = { team: () => true, email: () => true, scope: () => true };

/** What the caller of an operation may see. */
export async function visibleTo(
  work: Pick<OperationWork, 'installation' | 'nowMs' | 'onlyTeams' | 'share'>,
): Promise<Visible> {
  const { installation, onlyTeams } = work;
  if (onlyTeams === undefined) {
    return everything;
  }
  const [users, { teams }] = await Promise.all([knownUsers(work), installation.teams.list()]);
  const { teamOf } = assignTeams(users, teams);
  const members = new Set(
    users.flatMap(({ userId, email }) =>
      email !== undefined && onlyTeams.includes(teamOf.get(userId) ?? '') ? [emailKey(email)] : [],
    ),
  );
  const team = (name: string): boolean => onlyTeams.includes(name);
  const email = (text: string): boolean => members.has(emailKey(text));
  return {
    team,
    email,
    scope(text) {
      const scope = parseScope(text);
      return scope?.kind === 'team' ? team(scope.name) : scope?.kind === 'user' && email(scope.email);
    },
  };
}
