import { formatScope } from '../../domain/budgets/scope.ts';
import type { CapPlan } from '../../domain/caps/cap-plan.ts';
import type { SharedPool } from '../../domain/caps/divide-shares.ts';
import { mostUsedOf, promiseOf } from '../../domain/caps/pool-promise.ts';

/** The pools of a plan, as they stand before it is done. */
export function poolDocuments({ shares, decisions }: Pick<CapPlan, 'shares' | 'decisions'>) {
  const emails = new Map(decisions.map(({ userId, email }) => [userId, email]));
  return shares.pools.map((pool) => poolDocument(pool, (userId) => emails.get(userId) ?? userId));
}

/** A pool as the JSON documents show it. `nameOf` gives a user id as people know them. */
export function poolDocument(pool: SharedPool, nameOf: (userId: string) => string) {
  const { scope, window, amountCredits, knownCredits, topUpCredits, guarantee, unboundedIds } = pool;
  return {
    scope: formatScope(scope),
    window: window.kind,
    from: window.from,
    through: window.through,
    amount: amountCredits,
    topUps: topUpCredits,
    used: knownCredits,
    left: Math.max(0, amountCredits - knownCredits),
    mostUsed: mostUsedOf(pool) ?? null,
    reserved: pool.reserved.heldCredits,
    members: pool.memberIds.length,
    guarantee: guarantee.kind === 'strict' ? ('strict' as const) : { overcommit: guarantee.factor },
    promise: promiseOf(pool).kind,
    withoutLimit: unboundedIds.map(nameOf),
  };
}
