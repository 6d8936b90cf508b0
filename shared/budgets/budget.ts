import type { JournalValue } from '../journal/journal-entry.ts';
import type { RecordVersion } from '../kernel/records/record-edit.ts';
import { keyText, type EditedKind, type Stamp } from '../kernel/records/record-kind.ts';
import { nearestHint } from '../kernel/texts/nearest-word.ts';
import type { Day } from '../kernel/time/day.ts';
import { formatScope, teamIn, type Scope } from './scope.ts';
import type { WindowKind } from './window.ts';

/** The third state of a budget, no row, is the absence of a Budget. 0 credits means blocked. */
export type Amount = { readonly kind: 'credits'; readonly credits: number } | { readonly kind: 'unlimited' };

export function creditsOf(amount: Amount): number {
  return amount.kind === 'unlimited' ? Number.POSITIVE_INFINITY : amount.credits;
}

export const budgetModes = ['observe', 'alert', 'enforce'] as const;
/** Only `enforce` sets caps. */
export type BudgetMode = (typeof budgetModes)[number];

/** How a pool is divided: never above its amount, or up to a factor of it. */
export type Guarantee = { readonly kind: 'strict' } | { readonly kind: 'overcommit'; readonly factor: number };

export const priorities = ['normal', 'high'] as const;

export interface BudgetTerms {
  readonly scope: Scope;
  readonly window: WindowKind;
  readonly amount: Amount;
  readonly mode: BudgetMode;
  /** Percent of the amount, ascending; may exceed 100. */
  readonly thresholds: readonly number[];
  readonly forecastAlert: boolean;
  readonly guarantee?: Guarantee;
  readonly owners: readonly string[];
  readonly from?: Day;
  readonly to?: Day;
  readonly note?: string;
  /** Credits reserved for this user in each pool they draw on, in each window, before the rest is divided. */
  readonly reserved?: number;
  readonly priority?: (typeof priorities)[number];
}

export interface Budget extends BudgetTerms, Stamp {}

/** At most one budget exists per scope and window. */
export type BudgetKey = { readonly scope: Scope; readonly window: WindowKind };

export interface BudgetVersion extends BudgetKey, RecordVersion<BudgetTerms> {}

export const budgetKind: EditedKind<BudgetKey, BudgetTerms> = {
  name: 'budget',
  plainKey: ({ scope, window }) => ({ scope: formatScope(scope), window }),
  plain: ({ scope, amount, guarantee, ...asTheyAre }) => ({
    ...asTheyAre,
    scope: formatScope(scope),
    amount: amount.kind === 'unlimited' ? 'unlimited' : amount.credits,
    guarantee: guarantee === undefined ? undefined : plainGuarantee(guarantee),
  }),
  subject: ({ scope }) => formatScope(scope),
  title: budgetKey,
};

export function budgetKey(key: BudgetKey): string {
  return keyText(budgetKind, key);
}

function plainGuarantee(guarantee: Guarantee): JournalValue {
  return guarantee.kind === 'strict' ? 'strict' : guarantee.factor;
}

export function isInForce(terms: BudgetTerms, day: Day): boolean {
  return (terms.from === undefined || terms.from <= day) && (terms.to === undefined || day <= terms.to);
}

/** Warnings about teams that have a budget and are not defined: the end of a sentence, by scope. */
export function unknownTeamWarnings(
  budgets: readonly BudgetTerms[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const unknown = budgets.flatMap(({ scope }) => {
    const name = teamIn(scope);
    return name === undefined || known.has(name) ? [] : [{ name, scope }];
  });
  return new Map(
    unknown.map(({ name, scope }) => {
      const nearest = nearestHint(name, [...known], (near) => `${scope.kind}:${near}`);
      return [formatScope(scope), `there is no team of that name yet, so that it binds no one${nearest}`];
    }),
  );
}
