import { formatScope } from '../shared/domain/budgets/scope.ts';
import type { SharedPool } from '../shared/domain/caps/divide-shares.ts';
import { mostUsedOf, promiseOf } from '../shared/domain/caps/pool-promise.ts';

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
    members: pool.memberIds.length,
    guarantee: guarantee.kind === 'strict' ? 'strict' : { overcommit: guarantee.factor },
    promise: promiseOf(pool).kind,
    withoutLimit: unboundedIds.map(nameOf),
  };
}
