import type { JournalValue } from '../journal/journal-entry.ts';
import type { RecordVersion } from '../records/record-edit.ts';
import { keyText, type EditedKind, type Stamp } from '../records/record-kind.ts';
import { nearestHint } from '../texts/nearest-word.ts';
import type { Day } from '../time/day.ts';
import { formatScope, type Scope } from './scope.ts';
import type { WindowKind } from './window.ts';

/** Two of a budget's three states; the third, no row at all, is the absence of a Budget. 0 credits means blocked. */
export type Amount = { readonly kind: 'credits'; readonly credits: number } | { readonly kind: 'unlimited' };

/** Infinity for an amount without limit. */
export function creditsOf(amount: Amount): number {
  return amount.kind === 'unlimited' ? Number.POSITIVE_INFINITY : amount.credits;
}

export const budgetModes = ['observe', 'alert', 'enforce'] as const;
/** Only `enforce` sets caps. */
export type BudgetMode = (typeof budgetModes)[number];

/** How a pool is divided: never past its amount, or up to a factor of it. */
export type Guarantee = { readonly kind: 'strict' } | { readonly kind: 'overcommit'; readonly factor: number };

export const priorities = ['normal', 'high'] as const;
/** Where a pool does not suffice for all reservations, those of `high` come first. */
type Priority = (typeof priorities)[number];

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
  /** Credits of the pools that the user draws on, in each window, that are this user's before the rest is divided. */
  readonly reserved?: number;
  /** Of the reservation; normal when absent. */
  readonly priority?: Priority;
}

/** A budget as the table holds it. */
export interface Budget extends BudgetTerms, Stamp {}

/** There is one budget of a scope over a window. */
export type BudgetKey = Pick<BudgetTerms, 'scope' | 'window'>;

/** What one edit made of a budget. */
export interface BudgetVersion extends BudgetKey, RecordVersion<BudgetTerms> {}

/** Budgets as records. Fields that are plain already need no word here. */
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

/** The text by which a budget is known: its scope and window. */
export function budgetKey(key: BudgetKey): string {
  return keyText(budgetKind, key);
}

function plainGuarantee(guarantee: Guarantee): JournalValue {
  return guarantee.kind === 'strict' ? 'strict' : guarantee.factor;
}

/** Whether a budget is in force on a day. */
export function isInForce(terms: Pick<BudgetTerms, 'from' | 'to'>, day: Day): boolean {
  return (terms.from === undefined || terms.from <= day) && (terms.to === undefined || day <= terms.to);
}

/** A warning for each team that has a budget among these and is not known: a sentence's end, by the name of the team. */
export function unknownTeamWarnings(
  budgets: readonly Pick<BudgetTerms, 'scope'>[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const names = budgets.flatMap(({ scope }) => (scope.kind === 'team' && !known.has(scope.name) ? [scope.name] : []));
  return new Map(
    names.map((name) => {
      const nearest = nearestHint(name, [...known], (near) => `team:${near}`);
      return [name, `there is no team of that name yet, so that it binds nobody${nearest}`];
    }),
  );
}
