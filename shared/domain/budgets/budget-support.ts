import type { BudgetTerms } from './budget.ts';

/** How far this version does what a budget says. A cap that silently does nothing would be worse than none. */
export type BudgetSupport =
  | { readonly kind: 'full' }
  | { readonly kind: 'reduced'; readonly warning: string }
  | { readonly kind: 'refused'; readonly problem: string };

/** Decides whether this version can hold a scope to its budget. */
export function decideSupport({ scope, guarantee }: Pick<BudgetTerms, 'scope' | 'guarantee'>): BudgetSupport {
  if (scope.kind === 'team') {
    return {
      kind: 'refused',
      problem:
        'teams are not known to this version, so that their budget would cap nobody; give each member a user: budget',
    };
  }
  if (guarantee !== undefined) {
    return {
      kind: 'reduced',
      warning:
        'the guarantee is kept for later; in this version the budget is not divided among the users but caps each of them at what is left of it',
    };
  }
  return { kind: 'full' };
}
