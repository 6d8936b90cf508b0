import { addDays, daysBetween, latestDay, type Day } from '../kernel/time/day.ts';
import { isInForce, type Budget } from './budget.ts';
import { formatScope, type Scope } from './scope.ts';

export interface EndingBudget {
  readonly budget: Budget & { readonly to: Day };
  readonly isOver: boolean;
  readonly successors: readonly Budget[];
  readonly binding: readonly Budget[];
  readonly isSettled: boolean;
}

const noticeDays = 7;

/** Finds the budgets that end on a UTC day. Limits do not end with their budget: without a successor they stay. */
export function endingBudgets(budgets: readonly Budget[], today: Day): readonly EndingBudget[] {
  const enforced = budgets.filter(({ mode }) => mode === 'enforce');
  return enforced
    .flatMap((budget) => {
      const { to } = budget;
      const isNear = to !== undefined && daysBetween(today, to) <= noticeDays;
      return isNear ? [endingOf({ ...budget, to }, enforced, today)] : [];
    })
    .filter(({ isOver, isSettled }) => !(isOver && isSettled));
}

function endingOf(budget: EndingBudget['budget'], budgets: readonly Budget[], today: Day): EndingBudget {
  const { scope, to } = budget;
  const after = budgets.filter((other) => isInForce(other, latestDay(today, addDays(to, 1))));
  const successors = after.filter((other) => isSameScope(other.scope, scope));
  const binding = after.filter((other) => isBinding(other.scope, scope));
  // That other budgets apply once an own budget has ended is normal.
  const isSettled =
    successors.length > 0 || ((scope.kind === 'user' || scope.kind === 'members') && binding.length > 0);
  return { budget, isOver: today > to, successors, binding, isSettled };
}

function isBinding(other: Scope, scope: Scope): boolean {
  return (
    isSameScope(other, scope) ||
    (other.kind === 'default' && scope.kind !== 'default' && scope.kind !== 'model') ||
    (other.kind === 'org' && scope.kind !== 'org')
  );
}

function isSameScope(a: Scope, b: Scope): boolean {
  return formatScope(a) === formatScope(b);
}
