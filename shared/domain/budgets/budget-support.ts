import type { BudgetTerms } from './budget.ts';

/** How far this version does what a budget says. A cap that silently does nothing would be worse than none. */
export type BudgetSupport = { readonly kind: 'full' } | { readonly kind: 'reduced'; readonly warning: string };

/** Decides whether this version can hold a scope to its budget. */
export function decideSupport({ guarantee }: Pick<BudgetTerms, 'guarantee'>): BudgetSupport {
  if (guarantee !== undefined) {
    return {
      kind: 'reduced',
      warning:
        'the guarantee is kept for later; in this version the budget is not divided among the users but caps each of them at what is left of it',
    };
  }
  return { kind: 'full' };
}

/** A warning for each team that has a budget among these and is not known: a sentence's end, by the name of the team. */
export function unknownTeamWarnings(
  budgets: readonly Pick<BudgetTerms, 'scope'>[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const names = budgets.flatMap(({ scope }) => (scope.kind === 'team' && !known.has(scope.name) ? [scope.name] : []));
  return new Map(names.map((name) => [name, `there is no team of that name yet, so that it binds nobody`]));
}
