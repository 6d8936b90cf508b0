import type { Budget, BudgetTerms } from './budget.ts';
import { formatScope } from './scope.ts';

/** What a list of budgets wants of one budget. Absent `forecastAlert`: the list cannot say it, and it stays as it is. */
export interface WantedBudget extends Omit<BudgetTerms, 'forecastAlert'> {
  readonly forecastAlert?: boolean;
}

export type BudgetChange =
  | { readonly kind: 'add'; readonly after: BudgetTerms }
  | { readonly kind: 'change'; readonly before: Budget; readonly after: BudgetTerms }
  | { readonly kind: 'remove'; readonly before: Budget };

/** What turns the budgets that are there into those that are wanted. */
export interface BudgetPlan {
  /** Adds, then changes, then removals; each in the order of scope and window. */
  readonly changes: readonly BudgetChange[];
  readonly unchanged: number;
  /** Budgets that the list does not name and that stay, because removals were not asked for. */
  readonly unnamed: readonly Budget[];
}

/** The text by which a budget is known: its scope and window. */
export function budgetKey({ scope, window }: Pick<BudgetTerms, 'scope' | 'window'>): string {
  return `${formatScope(scope)} / ${window}`;
}

/** Compares a list of wanted budgets, each named at most once, with those that are there. Removes only when pruning. */
export function diffBudgets(
  current: readonly Budget[],
  wanted: readonly WantedBudget[],
  { prune }: { readonly prune: boolean },
): BudgetPlan {
  const known = new Map(current.map((budget) => [budgetKey(budget), budget]));
  const named = new Set(wanted.map(budgetKey));
  const unnamed = inOrder(current.filter((budget) => !named.has(budgetKey(budget))));
  const changes = inOrder(wanted).flatMap((budget) => diffBudget(known.get(budgetKey(budget)), budget));
  return {
    changes: [
      ...changes.filter((change) => change.kind === 'add'),
      ...changes.filter((change) => change.kind === 'change'),
      ...(prune ? unnamed.map((before) => ({ kind: 'remove', before }) as const) : []),
    ],
    unchanged: wanted.length - changes.length,
    unnamed: prune ? [] : unnamed,
  };
}

/** The change, if any, that makes one budget what is wanted of it. */
export function diffBudget(before: Budget | undefined, wanted: WantedBudget): readonly BudgetChange[] {
  const after = { ...wanted, forecastAlert: wanted.forecastAlert ?? before?.forecastAlert ?? true };
  if (before === undefined) {
    return [{ kind: 'add', after }];
  }
  return isSameTerms(before, after) ? [] : [{ kind: 'change', before, after }];
}

function inOrder<T extends Pick<BudgetTerms, 'scope' | 'window'>>(budgets: readonly T[]): readonly T[] {
  return budgets
    .map((budget) => ({ budget, key: budgetKey(budget) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ budget }) => budget);
}

/** Tells whether two terms say the same of the same budget. */
export function isSameTerms(a: BudgetTerms, b: BudgetTerms): boolean {
  return canonicalTerms(a) === canonicalTerms(b);
}

/** Every field in one order, so that two terms are the same exactly when their texts are. */
function canonicalTerms(terms: BudgetTerms): string {
  const { amount, guarantee } = terms;
  return JSON.stringify([
    budgetKey(terms),
    amount.kind === 'unlimited' ? amount.kind : amount.credits,
    terms.mode,
    terms.thresholds,
    terms.forecastAlert,
    guarantee?.kind === 'overcommit' ? guarantee.factor : guarantee?.kind,
    terms.owners,
    terms.from,
    terms.to,
    terms.note,
  ]);
}
