import { formatScope } from '../budgets/scope.ts';
import type { CapPlan } from '../caps/cap-plan.ts';
import type { SharedPool } from '../caps/shares/divide-shares.ts';
import { promiseOf, mostUsedOf } from '../caps/shares/pool-promise.ts';
import type { Uncappable } from '../caps/uncapped.ts';
import { describeVerdict } from '../promise/describe-verdict.ts';
import type { PlainVerdict } from '../promise/verdict.ts';
import { grouped } from '../texts/grouped.ts';
import { someNames } from '../texts/some-names.ts';

/** The first members without a limit; undefined where every member has one, or none has. */
export function missingFrom(pool: SharedPool, nameOf: (userId: string) => string): string | undefined {
  const promise = promiseOf(pool);
  const isOfSome = promise.kind === 'not-yet' && promise.unboundedIds.length < pool.memberIds.length;
  return isOfSome ? someNames(promise.unboundedIds.map(nameOf)) : undefined;
}

/** What the guard of the promise says of a pool, with people as they are known; undefined for one that promises nothing. */
export function namedVerdict({ verdict }: SharedPool, nameOf: (userId: string) => string): PlainVerdict | undefined {
  return verdict !== undefined && 'because' in verdict ? { ...verdict, because: verdict.because.map(nameOf) } : verdict;
}

/** The guarantee of a pool, without names. */
export function shortPromise(pool: SharedPool): string {
  const promise = promiseOf(pool);
  switch (promise.kind) {
    case 'kept':
      return 'kept';
    case 'not-yet':
      return promise.unboundedIds.length === pool.memberIds.length
        ? `not yet: nobody had a limit`
        : `not yet: ${countOf(promise.unboundedIds)} without a limit`;
    case 'too-much-allowed':
      return `not yet: the limits in force allow ${grouped(promise.mostCredits)}`;
    case 'overcommit':
      return `overcommit ${promise.factor}: at most ${promise.mostCredits === undefined ? 'no end yet' : grouped(promise.mostCredits)}`;
    case 'passed':
      return `passed by ${grouped(promise.overCredits)}`;
  }
}

/** What of a pool is reserved, and for more than it holds how much was asked; nothing where nothing is. */
export function shortReserved({ reserved: { heldCredits, askedCredits } }: SharedPool): readonly string[] {
  if (askedCredits === 0) {
    return [];
  }
  const asked = heldCredits < askedCredits ? ` of ${grouped(askedCredits)}` : '';
  return [`${grouped(heldCredits)}${asked} reserved`];
}

/** A pool as people call it: `team web`, `the organization`. */
export function poolName({ scope }: Pick<SharedPool, 'scope'>): string {
  return scope.kind === 'org' ? 'the organization' : scope.kind === 'team' ? `team ${scope.name}` : formatScope(scope);
}

function countOf({ length }: readonly string[]): string {
  return `${grouped(length)} ${length === 1 ? 'user' : 'users'}`;
}

/** The status of one pool, in words for admins. */
interface PoolFacts {
  /** Whose it is, and its days. */
  readonly pool: string;
  readonly amount: string;
  readonly used: string;
  /** The most that can have been used of it by now. */
  readonly most: string;
  readonly guarantee: string;
  /** Why it does not hold, or from when on it does; absent where it holds, and of a pool that promises nothing. */
  readonly outlook?: string;
}

/** The status of each pool before the plan is applied, the organization's first. */
export function poolFacts({ shares, decisions }: Pick<CapPlan, 'shares' | 'decisions'>): readonly PoolFacts[] {
  const emails = new Map(decisions.map(({ userId, email }) => [userId, email]));
  return shares.pools.map((pool) => {
    const most = mostUsedOf(pool);
    const verdict = namedVerdict(pool, (userId) => emails.get(userId) ?? `user ${userId}`);
    return {
      pool: poolTitle(pool),
      amount: grouped(pool.amountCredits),
      used: grouped(pool.knownCredits),
      most: most === undefined ? 'no end' : grouped(most),
      guarantee: [shortPromise(pool), ...shortReserved(pool)].join('; '),
      ...(verdict !== undefined && verdict.kind !== 'kept' && { outlook: describeVerdict(verdict) }),
    };
  });
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
