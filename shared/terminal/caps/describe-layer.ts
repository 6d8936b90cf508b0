import { grouped } from '../../domain/texts/grouped.ts';
import { formatScope } from '../../domain/budgets/scope.ts';
import type { Budget } from '../../domain/budgets/budget.ts';
import type { DayRange } from '../../domain/time/day.ts';
import { turnOf } from '../../domain/explanation/explanation.ts';
import type { IdleReason, LayerFact } from '../../domain/explanation/layer-fact.ts';
import { describePoolLayer } from './describe-pool-layer.ts';

/**
 * One budget that concerns somebody, in lines: what it is, then where it stands and whether it binds. `nameOf` gives a
 * user id as people know them.
 */
export function describeLayer(layer: LayerFact, nameOfUser: (userId: string) => string): string {
  const { budget, window, usedCredits = 0, topUpCredits = 0, headroomCredits, idleBecause } = layer;
  const days = window === undefined ? '' : `, ${describeDays(window)}`;
  const heading = `${idleBecause === undefined ? '>' : '-'} ${nameOf(budget)}: ${amountOf(budget)}${days}`;
  const left = headroomCredits === undefined ? '' : `, ${grouped(headroomCredits)} left`;
  const whose = wholeOf[budget.scope.kind];
  const toppedUp = topUpCredits === 0 ? '' : `, ${grouped(topUpCredits)} more by top-ups`;
  const numbers = window === undefined ? '' : `${grouped(usedCredits)} used${whose}${toppedUp}${left}. `;
  const effect =
    idleBecause === undefined
      ? `It binds: ${layer.share === undefined ? 'it has the least left' : 'of all that bind, it leaves them the least'}.`
      : `It does not bind because ${describeIdle(idleBecause, layer)}.`;
  const turn =
    layer.outlook === undefined || window === undefined ? [] : [`It turns on ${turnOf(window)} at 00:00 UTC.`];
  const lines = [`${numbers}${effect}`, ...describePoolLayer(layer, nameOfUser), ...turn, ...ownerLine(layer)];
  return [heading, ...lines.map((line) => `    ${line}`)].join('\n');
}

const wholeOf = { org: ' by everybody together', team: ' by the whole team', user: '', default: '' } as const;

/** Of a pool it is said in place: whoever is bound by another budget may still have to ask for more of it. */
function ownerLine({ outlook, budget: { owners } }: LayerFact): readonly string[] {
  return outlook === undefined || owners.length === 0 ? [] : [`Owners: ${owners.join(', ')}.`];
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

function describeIdle(reason: IdleReason, { budget: { from = '', to = '' }, outlook }: LayerFact): string {
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
      return outlook !== undefined
        ? 'another that leaves them as much comes first'
        : 'as much is left of it as of the one that does, which comes first';
    case 'more-left':
      return outlook !== undefined ? 'another leaves them less' : 'more is left of it';
  }
}
