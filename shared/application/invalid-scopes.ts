import { formatScope } from '../domain/budgets/scope.ts';
import type { InvalidBudget, InvalidGrant } from './ports.ts';

/**
 * The scopes of rows that cannot be read, and in whose place no valid version stands: whoever they bind keeps their
 * cap. What an unreadable grant would give is
 * not known either, so that its user's cap neither rises nor falls.
 */
export function invalidScopes(budgets: readonly InvalidBudget[], grants: readonly InvalidGrant[]): readonly string[] {
  const ofGrants = grants.flatMap(({ email }) => (email === undefined ? [] : [formatScope({ kind: 'user', email })]));
  return [...budgets.filter(({ lastValid }) => lastValid === undefined).map(({ scope }) => scope), ...ofGrants];
}
