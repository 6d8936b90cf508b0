import type { Scope } from '../budgets/scope.ts';
import type { WindowKind } from '../budgets/window.ts';
import type { CapPlan } from './cap-plan.ts';
import type { Binding } from './cap.ts';

export interface Stop {
  readonly userId: string;
  readonly email: string;
  readonly limitCredits: number;
  readonly usedCredits: number;
  readonly cause: StopCause;
}

/** What leaves a user nothing: a budget (own, default or pool), or the ceiling of all limits. */
export type StopCause =
  | { readonly kind: 'budget'; readonly scope: Scope; readonly window: WindowKind }
  | { readonly kind: 'ceiling' };

/** Users who may consume nothing more once a plan is applied, by user id: their limit is not above their known use. */
export function stopsOf({ decisions }: Pick<CapPlan, 'decisions'>): readonly Stop[] {
  return decisions.flatMap(({ userId, email, limitCredits, binding }) => {
    if (limitCredits === undefined || binding === undefined || limitCredits > binding.usedCredits) {
      return [];
    }
    return [{ userId, email, limitCredits, usedCredits: binding.usedCredits, cause: stopCauseOf(binding) }];
  });
}

export function stopCauseOf({ scope, window, isAtCeiling }: Binding): StopCause {
  return isAtCeiling === true ? { kind: 'ceiling' } : { kind: 'budget', scope, window };
}
