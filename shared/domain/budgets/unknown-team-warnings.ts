import type { BudgetTerms } from './budget.ts';

/** A warning for each team that has a budget among these and is not known: a sentence's end, by the name of the team. */
export function unknownTeamWarnings(
  budgets: readonly Pick<BudgetTerms, 'scope'>[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const names = budgets.flatMap(({ scope }) => (scope.kind === 'team' && !known.has(scope.name) ? [scope.name] : []));
  return new Map(names.map((name) => [name, `there is no team of that name yet, so that it binds nobody`]));
}
