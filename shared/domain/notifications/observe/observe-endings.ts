import { budgetKey, isInForce, type Budget } from '../../budgets/budget.ts';
import { scopeName } from '../describe-use.ts';
import { formatScope, type Scope } from '../../budgets/scope.ts';
import { grouped } from '../../texts/grouped.ts';
import { addDays, daysBetween, latestDay, type Day } from '../../time/day.ts';
import type { Observation } from '../observation.ts';

/** So many days before its last one it is said that a budget ends. */
const noticeDays = 7;

/**
 * Budgets that set caps and end: a week before, on the last day, and afterwards for as long as nothing of the same scope
 * is in force. A limit never ends by itself: without a budget it stands for ever.
 */
export function observeEndings(budgets: readonly Budget[], today: Day): readonly Observation[] {
  const enforced = budgets.filter(({ mode }) => mode === 'enforce');
  return enforced.flatMap((budget) => {
    const { to } = budget;
    return to === undefined || daysBetween(today, to) > noticeDays ? [] : endingOf({ ...budget, to }, enforced, today);
  });
}

function endingOf(
  budget: Budget & { readonly to: Day },
  budgets: readonly Budget[],
  today: Day,
): readonly Observation[] {
  const { scope, window, to, owners } = budget;
  const after = budgets.filter((other) => isInForce(other, latestDay(today, addDays(to, 1))));
  const successors = after.filter((other) => isSameScope(other.scope, scope));
  const isOver = today > to;
  // Whom other budgets bind once their own has ended is an everyday matter.
  const isSettled = successors.length > 0 || (scope.kind === 'user' && binding(scope, after).length > 0);
  if (isOver && isSettled) {
    return [];
  }
  const name = `${window} budget of ${scopeName(scope)}`;
  return [
    {
      topic: 'budget-ending',
      key: budgetKey(budget),
      fingerprint: isOver ? 'over' : today === to ? 'last-day' : `until-${to}`,
      severity: isSettled || !(isOver || today === to) ? 'medium' : 'high',
      owners,
      notifiesAdmins: true,
      headline: isOver
        ? `The ${name} ended on ${to}, and ${nothing(scope)} is in force since`
        : `The ${name} ends ${today === to ? 'today' : `on ${to}`}: ${successors.length === 0 ? `${nothing(scope)} is in force after it` : 'others of its scope go on'}`,
      details: [
        `What binds ${isOver ? 'now' : `after ${to}`}: ${bindingText(binding(scope, after))}.`,
        'Whoever no budget binds keeps the limit that is in force, for ever.',
        `To go on: set the budget again, with another last day or none (npx curfew budgets set --help). If it is meant to end: npx curfew budgets rm ${formatScope(scope)} ${window}`,
      ],
      resolvesAfterNights: 1,
    },
  ];
}

/** The budgets that go on to bind people of a scope, by name. */
function binding(scope: Scope, after: readonly Budget[]): readonly Budget[] {
  const isBinding = (other: Scope) =>
    isSameScope(other, scope) ||
    (other.kind === 'default' && scope.kind !== 'default') ||
    (other.kind === 'org' && scope.kind !== 'org');
  return after.filter((budget) => isBinding(budget.scope));
}

function bindingText(budgets: readonly Budget[]): string {
  const names = budgets.map(({ scope, window, amount }) => {
    const credits = amount.kind === 'unlimited' ? 'unlimited' : `${grouped(amount.credits)} credits`;
    return `the ${window} budget of ${scopeName(scope)} (${credits})`;
  });
  return names.length === 0 ? 'nothing but budgets of single users and teams' : names.join(', ');
}

function nothing(scope: Scope): string {
  switch (scope.kind) {
    case 'org':
      return 'no budget of the organization';
    case 'default':
      return 'no default budget';
    case 'team':
      return `no budget of team ${scope.name}`;
    case 'user':
      return `no budget of their own`;
  }
}

function isSameScope(a: Scope, b: Scope): boolean {
  return formatScope(a) === formatScope(b);
}
