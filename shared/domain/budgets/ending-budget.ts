import { addDays, daysBetween, latestDay, type Day } from '../time/day.ts';
import { isInForce, type Budget } from './budget.ts';
import { formatScope, type Scope } from './scope.ts';

/** A budget that sets caps and ends soon, or has ended with nothing in its place. */
export interface EndingBudget {
  readonly budget: Budget & { readonly to: Day };
  readonly isOver: boolean;
  /** Of the same scope, in force afterwards. */
  readonly successors: readonly Budget[];
  /** All that go on to bind people of its scope. */
  readonly binding: readonly Budget[];
  /** Something takes its place. */
  readonly isSettled: boolean;
}

/** So many days before its last one a budget is ending. */
const noticeDays = 7;

/** The budgets that are ending on a UTC day: a limit never ends by itself; without a budget it stands for ever. */
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
  // Whom other budgets bind once their own has ended is an everyday matter.
  const isSettled = successors.length > 0 || (scope.kind === 'user' && binding.length > 0);
  return { budget, isOver: today > to, successors, binding, isSettled };
}

function isBinding(other: Scope, scope: Scope): boolean {
  return (
    isSameScope(other, scope) ||
    (other.kind === 'default' && scope.kind !== 'default') ||
    (other.kind === 'org' && scope.kind !== 'org')
  );
}

function isSameScope(a: Scope, b: Scope): boolean {
  return formatScope(a) === formatScope(b);
}
