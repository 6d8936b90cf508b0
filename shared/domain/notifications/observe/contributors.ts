import type { Scope } from '../../budgets/scope.ts';
import type { Contributor } from '../../forecast/rise.ts';
import { dailyCreditsOf } from '../../ledger/daily-use.ts';
import type { WatchedBudgets } from './watched-budget.ts';

/** Everybody who used anything of what a scope counts, as admins know them. */
export type ContributorsOf = (scope: Scope) => readonly Contributor[];

/** Finds contributors. Sorted by team when first asked, and once for all teams. */
export function contributorsOf({
  people,
  teamOf,
  use,
}: Pick<WatchedBudgets, 'people' | 'teamOf' | 'use'>): ContributorsOf {
  let all: readonly (Contributor & { readonly team: string | undefined })[] | undefined;
  let byTeam: ReadonlyMap<string | undefined, readonly Contributor[]> | undefined;
  const everybody = () => {
    if (all === undefined) {
      const emails = new Map(people.map(({ userId, email }) => [userId, email]));
      all = [...use.users].map(([userId, credits]) => ({
        who: emails.get(userId) ?? `user ${userId}`,
        team: teamOf.get(userId),
        daily: dailyCreditsOf(use, credits),
      }));
    }
    return all;
  };
  return (scope) => {
    if (scope.kind !== 'team') {
      return everybody();
    }
    byTeam ??= Map.groupBy(everybody(), ({ team }) => team);
    return byTeam.get(scope.name) ?? [];
  };
}
