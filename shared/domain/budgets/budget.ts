import type { Day } from '../time/day.ts';
import type { Scope } from './scope.ts';
import type { WindowKind } from './window.ts';

/** Two of a budget's three states; the third, no row at all, is the absence of a Budget. 0 credits means blocked. */
export type Amount = { readonly kind: 'credits'; readonly credits: number } | { readonly kind: 'unlimited' };

export const budgetModes = ['observe', 'alert', 'enforce'] as const;
/** Only `enforce` sets caps. */
export type BudgetMode = (typeof budgetModes)[number];

/** How a pool is divided: never past its amount, or up to a factor of it. */
export type Guarantee = { readonly kind: 'strict' } | { readonly kind: 'overcommit'; readonly factor: number };

/** What an admin sets for a scope over a window. */
export interface BudgetTerms {
  readonly scope: Scope;
  readonly window: WindowKind;
  readonly amount: Amount;
  readonly mode: BudgetMode;
  /** Percent of the amount, ascending, above 100 too. */
  readonly thresholds: readonly number[];
  readonly forecastAlert: boolean;
  readonly guarantee?: Guarantee;
  readonly owners: readonly string[];
  /** First day in force; from always when absent. */
  readonly from?: Day;
  /** Last day in force; without end when absent. */
  readonly to?: Day;
  readonly note?: string;
}

/** A budget as the table holds it. `version` counts its edits from 1; an edit on a stale version is refused. */
export interface Budget extends BudgetTerms {
  readonly version: number;
  readonly updatedBy: string;
  /** ISO instant. */
  readonly updatedAt: string;
}

/** Whether a budget is in force on a day. */
export function isInForce(terms: Pick<BudgetTerms, 'from' | 'to'>, day: Day): boolean {
  return (terms.from === undefined || terms.from <= day) && (terms.to === undefined || day <= terms.to);
}
