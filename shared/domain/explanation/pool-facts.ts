import { grouped } from '../texts/grouped.ts';
import type { CapPlan } from '../caps/cap-plan.ts';
import { missingFrom, poolName, shortPromise } from './describe-pool.ts';
import type { SharedPool } from '../caps/divide-shares.ts';
import type { Uncappable } from '../caps/person.ts';
import { mostUsedOf, promiseOf } from '../caps/pool-promise.ts';

/** How one pool stands, in words that are ready to be told. */
export interface PoolFacts {
  /** Whose it is, and its days. */
  readonly pool: string;
  readonly amount: string;
  readonly used: string;
  /** The most that can have been used of it by now. */
  readonly most: string;
  readonly guarantee: string;
  /** Whom the guarantee waits for; absent where it is nobody, or everybody. */
  readonly missing?: string;
}

/** How the pools of a plan stand before it is done, the organization's first. */
export function poolFacts({ shares, decisions }: Pick<CapPlan, 'shares' | 'decisions'>): readonly PoolFacts[] {
  const emails = new Map(decisions.map(({ userId, email }) => [userId, email]));
  return shares.pools.map((pool) => {
    const most = mostUsedOf(pool);
    const missing = missingFrom(pool, (userId) => emails.get(userId) ?? `user ${userId}`);
    return {
      pool: poolTitle(pool),
      amount: grouped(pool.amountCredits),
      used: grouped(pool.knownCredits),
      most: most === undefined ? 'no end' : grouped(most),
      guarantee: shortPromise(pool),
      ...(missing !== undefined && { missing }),
    };
  });
}

/** When guarantees begin that are not kept yet; undefined where there are none to wait for. */
export function describeBeginning({ pools }: CapPlan['shares']): string | undefined {
  const isAwaited = pools.some((pool) => promiseOf(pool).kind === 'not-yet');
  return isAwaited
    ? '“Not yet” becomes “kept” once the figures begin after everybody got a limit: tomorrow at the earliest.'
    : undefined;
}

/** What somebody who cannot be capped used of strict pools, which are kept by the others alone. */
export function stakesIn({ pools }: CapPlan['shares'], { team, creditsAtStake }: Uncappable): readonly string[] {
  return pools
    .filter(({ guarantee, isNext }) => guarantee.kind === 'strict' && !isNext)
    .filter(({ scope }) => scope.kind === 'org' || (scope.kind === 'team' && scope.name === team))
    .map((pool) => `${grouped(creditsAtStake[pool.window.kind] ?? 0)} of ${poolName(pool)}, ${pool.window.kind}`);
}

/** The one in use is called by its kind; the next, which limits of now reach into, by its days. */
function poolTitle(pool: SharedPool): string {
  const { window, isNext } = pool;
  return `${poolName(pool)}, ${window.kind} ${isNext ? `from ${window.from}` : `to ${window.through}`}`;
}
