import type { SharedPool } from './divide-shares.ts';

/** What a pool guarantees as limits are now, before anything more is sent. Credits are integers. */
type PoolPromise =
  /** Whatever the users do, the pool's use does not pass its amount. */
  | { readonly kind: 'kept' }
  /** Users had no limit for some time since the end of the known data: nothing bounds what they used in it. */
  | { readonly kind: 'not-yet'; readonly unboundedIds: readonly string[] }
  /** Everybody has a limit, and together the limits still allow more than the amount. */
  | { readonly kind: 'too-much-allowed'; readonly mostCredits: number }
  /** More than the amount may be used, on purpose. `mostCredits` is absent while somebody's use is without bound. */
  | { readonly kind: 'overcommit'; readonly factor: number; readonly mostCredits?: number }
  /** The known use alone exceeds the amount. */
  | { readonly kind: 'passed'; readonly overCredits: number };

/** Tells what is promised of a pool. */
export function promiseOf(pool: SharedPool): PoolPromise {
  const { guarantee, roomCredits, unboundedIds, exposureCredits, amountCredits, isCovered } = pool;
  if (roomCredits < 0) {
    return { kind: 'passed', overCredits: pool.knownCredits - amountCredits };
  }
  if (guarantee.kind === 'overcommit') {
    const most = unboundedIds.length === 0 ? { mostCredits: exposureCredits } : {};
    return { kind: 'overcommit', factor: guarantee.factor, ...most };
  }
  if (unboundedIds.length > 0) {
    return { kind: 'not-yet', unboundedIds };
  }
  return isCovered ? { kind: 'kept' } : { kind: 'too-much-allowed', mostCredits: exposureCredits };
}

/** The most that can have been used of a pool by now, by everybody; absent while somebody's use is without bound. */
export function mostUsedOf({ unboundedIds, exposureCredits }: SharedPool): number | undefined {
  return unboundedIds.length === 0 ? exposureCredits : undefined;
}
