import { grouped } from '../shared/domain/texts/grouped.ts';
import { formatScope } from '../shared/domain/budgets/scope.ts';
import type { Budget } from '../shared/domain/budgets/budget.ts';
import type { DayRange } from '../shared/domain/time/day.ts';
import type { IdleReason, LayerFact } from '../shared/domain/caps/layer-fact.ts';

/** One budget that concerns somebody, in two lines: what it is, then where it stands and whether it binds. */
export function describeLayer({
  budget,
  window,
  usedCredits = 0,
  topUpCredits = 0,
  headroomCredits,
  idleBecause,
}: LayerFact): string {
  const days = window === undefined ? '' : `, ${describeDays(window)}`;
  const heading = `${idleBecause === undefined ? '>' : '-'} ${nameOf(budget)}: ${amountOf(budget)}${days}`;
  const left = headroomCredits === undefined ? '' : `, ${grouped(headroomCredits)} left`;
  const whose = budget.scope.kind === 'org' ? ' by everybody together' : '';
  const toppedUp = topUpCredits === 0 ? '' : `, ${grouped(topUpCredits)} more by top-ups`;
  const numbers = window === undefined ? '' : `${grouped(usedCredits)} used${whose}${toppedUp}${left}. `;
  const effect =
    idleBecause === undefined
      ? 'It binds: it has the least left.'
      : `It does not bind because ${describeIdle(idleBecause, budget)}.`;
  return `${heading}\n    ${numbers}${effect}`;
}

/** A budget as people call it: `default month`. */
export function nameOf({ scope, window }: Pick<Budget, 'scope' | 'window'>): string {
  return `${formatScope(scope)} ${window}`;
}

/** A span of days: one day by itself. */
export function describeDays({ from, through }: DayRange): string {
  return from === through ? from : `${from} to ${through}`;
}

function amountOf({ amount }: Budget): string {
  return amount.kind === 'unlimited' ? 'unlimited' : `${grouped(amount.credits)} credits`;
}

function describeIdle(reason: IdleReason, { from = '', to = '' }: Budget): string {
  switch (reason) {
    case 'not-yet-in-force':
      return `it is in force from ${from} only`;
    case 'no-longer-in-force':
      return `it was in force through ${to} only`;
    case 'own-budget-instead':
      return 'a budget of their own takes the place of the default';
    case 'only-alerts':
      return 'it only alerts (mode alert)';
    case 'only-observes':
      return 'it only observes (mode observe)';
    case 'invalid-budget':
      return 'another budget that concerns them cannot be read, and the limit stays as it is until then';
    case 'unlimited':
      return 'it is unlimited';
    case 'as-much-left':
      return 'as much is left of it as of the one that does, which comes first';
    case 'more-left':
      return 'more is left of it';
  }
}
