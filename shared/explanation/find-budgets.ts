import { creditsOf, type Budget } from '../budgets/budget.ts';
import { formatScope, type Scope } from '../budgets/scope.ts';
import { isMentioned } from '../kernel/texts/compare-text.ts';
import { type BudgetOutlook, budgetState } from './budget-outlook.ts';
import type { BudgetOrder, BudgetState } from './list-filters.ts';

export function findBudgets(
  outlooks: readonly BudgetOutlook[],
  wanted: {
    readonly kind?: Scope['kind'] | undefined;
    readonly mode?: Budget['mode'] | undefined;
    readonly status?: BudgetState | undefined;
    readonly search?: string | undefined;
    readonly order?: BudgetOrder | undefined;
  },
): readonly BudgetOutlook[] {
  const { kind, mode, status, search, order } = wanted;
  const found = outlooks.filter(
    (outlook) =>
      (kind === undefined || outlook.budget.scope.kind === kind) &&
      (mode === undefined || outlook.budget.mode === mode) &&
      (status === undefined || budgetState(outlook) === status) &&
      (search === undefined || isMentioned(search, [formatScope(outlook.budget.scope), outlook.budget.note])),
  );
  return order === undefined ? found : found.toSorted(comparisons[order]);
}

const last = Number.MAX_SAFE_INTEGER;

/** Unknown and endless values come last. */
const comparisons: Readonly<Record<BudgetOrder, (a: BudgetOutlook, b: BudgetOutlook) => number>> = {
  'runs-out': (a, b) => runsOutKey(a) - runsOutKey(b) || leastLeft(a, b),
  left: leastLeft,
  used: (a, b) => (b.now?.usedCredits ?? -1) - (a.now?.usedCredits ?? -1),
  amount: (a, b) => Math.min(creditsOf(b.budget.amount), last) - Math.min(creditsOf(a.budget.amount), last),
};

function leastLeft(a: BudgetOutlook, b: BudgetOutlook): number {
  return (a.now?.leftCredits ?? last) - (b.now?.leftCredits ?? last);
}

/** Unknown for the default, which applies to each person separately. */
function runsOutKey({ now }: BudgetOutlook): number {
  if (now === undefined) {
    return last;
  }
  return now.runsOutOn === undefined ? last - 1 : Date.parse(now.runsOutOn);
}
