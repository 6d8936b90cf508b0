import { grouped } from '../texts/grouped.ts';
import type { CapPlan } from '../caps/cap-plan.ts';
import { missingFrom, poolName, shortPromise, shortReserved } from './describe-pool.ts';
import type { SharedPool } from '../caps/shares/divide-shares.ts';
import type { Uncappable } from '../caps/person.ts';
import { mostUsedOf, promiseOf } from '../caps/shares/pool-promise.ts';

/** The status of one pool, in words for admins. */
interface PoolFacts {
  /** Whose it is, and its days. */
  readonly pool: string;
  readonly amount: string;
  readonly used: string;
  /** The most that can have been used of it by now. */
  readonly most: string;
  readonly guarantee: string;
  /** Members without a limit, whom the guarantee waits for; absent where there are none, or all are. */
  readonly missing?: string;
}

/** The status of each pool before the plan is applied, the organization's first. */
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
      guarantee: [shortPromise(pool), ...shortReserved(pool)].join('; '),
      ...(missing !== undefined && { missing }),
    };
  });
}

/** When pending guarantees begin; undefined where there are none. */
export function describeBeginning({ pools }: CapPlan['shares']): string | undefined {
  const isAwaited = pools.some((pool) => promiseOf(pool).kind === 'not-yet');
  return isAwaited
    ? '“Not yet” becomes “kept” once the figures begin after everybody got a limit: tomorrow at the earliest.'
    : undefined;
}

/** What a user who cannot be capped used of strict pools, whose guarantee covers only the others. */
export function stakesIn({ pools }: CapPlan['shares'], { team, creditsAtStake }: Uncappable): readonly string[] {
  return pools
    .filter(({ guarantee, isNext }) => guarantee.kind === 'strict' && !isNext)
    .filter(({ scope }) => scope.kind === 'org' || (scope.kind === 'team' && scope.name === team))
    .map((pool) => `${grouped(creditsAtStake[pool.window.kind] ?? 0)} of ${poolName(pool)}, ${pool.window.kind}`);
}

/** Names the current window by its kind, and the next one, which limits of now reach into, by its first day. */
function poolTitle(pool: SharedPool): string {
  const { window, isNext } = pool;
  return `${poolName(pool)}, ${window.kind} ${isNext ? `from ${window.from}` : `to ${window.through}`}`;
}
