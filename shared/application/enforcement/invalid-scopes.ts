import { formatScope } from '../../domain/budgets/scope.ts';
import type { InvalidBudget, InvalidGrant } from '../edits/ports.ts';

/**
 * The scopes of rows that cannot be read, and in whose place no valid version stands: whoever they bind keeps their
 * cap. What an unreadable grant would give is not known either, so that the cap of its user, or of its team's members,
 * neither rises nor falls.
 */
export function invalidScopes(budgets: readonly InvalidBudget[], grants: readonly InvalidGrant[]): readonly string[] {
  const ofGrants = grants.flatMap(({ email, team }) => [
    ...(email === undefined ? [] : [formatScope({ kind: 'user', email })]),
    ...(team === undefined ? [] : [formatScope({ kind: 'team', name: team })]),
  ]);
  return [...budgets.filter(({ lastValid }) => lastValid === undefined).map(({ scope }) => scope), ...ofGrants];
}
