import type { BudgetTerms, Guarantee } from './budget.ts';

/** What the limits of a budget's people may add up to: the amount, or with overcommit a multiple. Whole credits. */
export function allowedCredits(amountCredits: number, guarantee: Guarantee | undefined): number {
  return Math.floor(amountCredits * (guarantee?.kind === 'overcommit' ? guarantee.factor : 1));
}

/** As `allowedCredits`; a budget that sets no limits allows nothing beyond its amount. */
export function allowedOf({ mode, guarantee }: Pick<BudgetTerms, 'mode' | 'guarantee'>, amountCredits: number): number {
  return allowedCredits(amountCredits, mode === 'enforce' ? guarantee : undefined);
}
