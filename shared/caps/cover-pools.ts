import { isInForce } from '../budgets/budget.ts';
import { formatScope } from '../budgets/scope.ts';
import type { TopUp } from '../grants/top-up.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import { recordOf, type PoolRoom } from './top-up-gain.ts';

/** The same plan input with each pool raised by what it is over by: teams by a top-up, the organization in its budget. */
export function coverPools(input: CapPlanInput, rooms: readonly PoolRoom[]): CapPlanInput {
  const topUps = rooms.flatMap(({ pool, overCredits }): readonly TopUp[] => {
    const { scope } = pool;
    const days = { from: input.day, to: input.day, createdAt: '' };
    return scope.kind === 'team' ? [recordOf({ kind: 'top-up', scope, credits: overCredits, ...days })] : [];
  });
  const raised = rooms.filter(({ pool }) => pool.scope.kind !== 'team');
  const budgets = input.budgets.map((budget) => {
    const { scope, window, amount } = budget;
    const room = raised.find(
      ({ pool }) => formatScope(pool.scope) === formatScope(scope) && pool.window.kind === window,
    );
    return room === undefined || amount.kind !== 'credits' || !isInForce(budget, input.day)
      ? budget
      : { ...budget, amount: { ...amount, credits: amount.credits + room.overCredits } };
  });
  return { ...input, budgets, topUps: [...input.topUps, ...topUps] };
}
