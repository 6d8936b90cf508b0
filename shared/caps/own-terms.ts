import { formatScope } from '../budgets/scope.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import type { Layer } from './person.ts';

/** What a limit follows from, except use and pools, as a text. While it is equal, no admin edit has moved the limit. */
export function ownTermsOf(
  layers: readonly Layer[],
  {
    unlimitedCredits,
    floorCredits,
    ceilingCredits,
  }: Pick<CapPlanInput, 'unlimitedCredits' | 'floorCredits' | 'ceilingCredits'>,
): string {
  const budgets = layers.map(({ scope, window, amount, topUpCredits }) => {
    const credits = amount.kind === 'unlimited' ? unlimitedCredits : amount.credits;
    return `${formatScope(scope)} ${window.kind} ${credits}${topUpCredits > 0 ? `+${topUpCredits}` : ''}`;
  });
  return [
    ...(budgets.length === 0 ? ['no budget'] : budgets),
    ...(floorCredits === undefined || floorCredits === 0 ? [] : [`floor ${floorCredits}`]),
    ...(ceilingCredits === undefined ? [] : [`ceiling ${ceilingCredits}`]),
  ].join('; ');
}
