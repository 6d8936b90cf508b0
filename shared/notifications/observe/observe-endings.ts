import { budgetTitle } from '../../budgets/budget-title.ts';
import { budgetKey, type Budget } from '../../budgets/budget.ts';
import { endingBudgets, type EndingBudget } from '../../budgets/ending-budget.ts';
import { formatScope, type Scope } from '../../budgets/scope.ts';
import { creditsPhrase } from '../../kernel/texts/credits.ts';
import { shellWord } from '../../kernel/texts/shell-word.ts';
import { capital } from '../../kernel/texts/some-names.ts';
import { type Day, dayAndMonth } from '../../kernel/time/day.ts';
import { observationOf, type Observation } from '../observation.ts';

/** Observes budgets in mode `enforce` that end: a week before, on the last day, and while no other replaces them. */
export function observeEndings(budgets: readonly Budget[], today: Day): readonly Observation[] {
  return endingBudgets(budgets, today).map((ending) => endingOf(ending, today));
}

function endingOf({ budget, isOver, successors, binding, isSettled }: EndingBudget, today: Day): Observation {
  const { scope, window, to, owners } = budget;
  const name = budgetTitle(budget);
  const facts = [
    `What binds ${isOver ? 'now' : `after ${dayAndMonth(to)}`}: ${bindingText(binding)}.`,
    'People without any budget keep the limit in force.',
  ];
  return observationOf({
    topic: 'budget-ending',
    key: budgetKey(budget),
    fingerprint: isOver ? 'over' : today === to ? 'last-day' : `until-${to}`,
    severity: isSettled || !(isOver || today === to) ? 'medium' : 'high',
    owners,
    scope,
    headline: isOver
      ? `${capital(name)} ended on ${dayAndMonth(to)}, and ${nothing(scope)} is in force since`
      : `${capital(name)} ends ${today === to ? 'today' : `on ${dayAndMonth(to)}`}: ${successors.length === 0 ? `${nothing(scope)} is in force after it` : 'others of its scope go on'}`,
    ownerDetails: [...facts, 'To go on, ask an admin for another last day, or none.'],
    details: [
      ...facts,
      `To go on: set the budget again, with another last day or none (npx curfew budgets set --help). If it is meant to end: npx curfew budgets rm ${shellWord(formatScope(scope))} ${window}`,
    ],
  });
}

function bindingText(budgets: readonly Budget[]): string {
  const names = budgets.map(({ scope, window, amount }) => {
    const credits = amount.kind === 'unlimited' ? 'unlimited' : `${creditsPhrase(amount.credits)}`;
    return `${budgetTitle({ scope, window })} (${credits})`;
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
    case 'members':
      return `no default budget of team ${scope.name}`;
    case 'user':
      return `no budget of their own`;
    case 'model':
      return `no budget of model ${scope.id}`;
  }
}
