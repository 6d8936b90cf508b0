import type { Day } from '../time/day.ts';
import { isInForce, type Budget } from './budget.ts';
import type { TopUp } from './top-up.ts';
import { windowAt, type PlatformWindow } from './window.ts';

type Terms = Pick<TopUp, 'scope' | 'from' | 'to'>;

/**
 * Effects of a top-up that its author may not expect, a sentence each: that it is over already, that it adds to nothing,
 * or that it counts again in each of several windows. `today` is a UTC day.
 */
export function describeTopUpReach(terms: Terms, budgets: readonly Budget[], now: Now): readonly string[] {
  const finite = ownBudgets(terms, budgets).filter(
    ({ amount, mode }) => amount.kind === 'credits' && mode === 'enforce',
  );
  const renewed = finite
    .filter(({ window }) => windowAt(window, terms.from, now.platformWindow).through < terms.to)
    .map(({ window }) => window);
  return [
    ...(terms.to < now.today ? [`it was over on ${terms.to}, so that it changes nothing from now on`] : []),
    ...(finite.length === 0 ? [describeNothing(terms.scope)] : []),
    ...[...new Set(renewed)].map(
      (window) =>
        `it counts in full in each ${window} from ${terms.from} to ${terms.to}, since a ${window} is budgeted`,
    ),
  ];
}

export interface Now {
  readonly today: Day;
  readonly platformWindow: PlatformWindow;
}

function describeNothing(scope: Terms['scope']): string {
  const whose = scope.kind === 'team' ? 'of the team' : 'of the user’s own';
  return `no budget ${whose} has an amount that it could add to`;
}

/** The budgets of the team, or those for the user, or the default in their place, on the first day. */
function ownBudgets({ scope, from }: Terms, budgets: readonly Budget[]): readonly Budget[] {
  const inForce = budgets.filter((budget) => isInForce(budget, from));
  if (scope.kind === 'team') {
    return inForce.filter((budget) => budget.scope.kind === 'team' && budget.scope.name === scope.name);
  }
  const own = inForce.filter((budget) => budget.scope.kind === 'user' && budget.scope.email === scope.email);
  return own.length > 0 ? own : inForce.filter((budget) => budget.scope.kind === 'default');
}
