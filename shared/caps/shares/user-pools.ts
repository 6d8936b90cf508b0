import { formatScope, type Scope } from '../../budgets/scope.ts';
import type { WindowKind } from '../../budgets/window.ts';
import type { PoolPlan } from '../../pools/pool-plan.ts';
import type { Pool } from '../../pools/pool.ts';
import type { NamedPool } from './named-pools.ts';

export interface UserPools {
  readonly pool: { readonly scope: Scope; readonly window: WindowKind };
  readonly pools: string;
}

interface Chain {
  readonly pools: readonly NamedPool[];
  readonly next: Map<NamedPool, Chain>;
}

/** The pools that each user draws on, by user id, after a division. */
export function userPoolsOf(plan: PoolPlan, shared: readonly NamedPool[]): ReadonlyMap<string, UserPools> {
  const targets = new Map(plan.shares.map(({ userId, targetCredits }) => [userId, targetCredits]));
  const spare = new Map(shared.map((named) => [named, spareOf(named.pool, targets)]));
  const none: Chain = { pools: [], next: new Map() };
  const chains = new Map<string, Chain>();
  for (const named of shared.toSorted((a, b) => (spare.get(a) ?? 0) - (spare.get(b) ?? 0))) {
    for (const userId of named.pool.memberIds) {
      chains.set(userId, followedBy(chains.get(userId) ?? none, named));
    }
  }
  const used = [...new Set(chains.values())];
  const poolsByChain = new Map(used.map((chain) => [chain, userPoolsIn(chain)]));
  // A pool that has something to give now is not what leaves a user nothing.
  const free = new Map(plan.pools.map(({ name, freeCredits }) => [name, freeCredits]));
  const isFree = ({ pool: { name } }: NamedPool): boolean => (free.get(name) ?? 0) > 0;
  const emptyByChain = new Map(
    used.map((chain) => [
      chain,
      userPoolsIn(
        chain,
        chain.pools.find((each) => !isFree(each)),
      ),
    ]),
  );
  const stopped = new Set(plan.shares.flatMap((share) => (share.headroomCredits <= 0 ? [share.userId] : [])));
  const own = new Map<string, UserPools>();
  for (const [userId, chain] of chains) {
    const pools = (stopped.has(userId) ? emptyByChain : poolsByChain).get(chain);
    if (pools !== undefined) {
      own.set(userId, pools);
    }
  }
  return own;
}

function followedBy({ pools, next }: Chain, named: NamedPool): Chain {
  const known = next.get(named) ?? { pools: [...pools, named], next: new Map<NamedPool, Chain>() };
  next.set(named, known);
  return known;
}

function userPoolsIn({ pools }: Chain, tightest: NamedPool | undefined = pools[0]): UserPools | undefined {
  return tightest && { pool: { scope: tightest.scope, window: tightest.window.kind }, pools: termsOf(pools) };
}

function termsOf(pools: readonly NamedPool[]): string {
  const terms = pools.map(({ scope, window, topUpCredits, pool: { amountCredits, guarantee } }) => {
    const promise = guarantee.kind === 'strict' ? strictTerm : guarantee.factor;
    return `${termOf({ scope, window: window.kind })}${amountCredits - topUpCredits} ${promise}`;
  });
  return [...new Set(terms)].toSorted().join(betweenTerms);
}

const betweenTerms = '; ';
const strictTerm = 'strict';

function termOf({ scope, window }: UserPools['pool']): string {
  return `${formatScope(scope)} ${window} `;
}

/** Whether a budget is one of the user's pools, by their text, and a strict one. */
export function isStrictPool({ pools = '', ...pool }: UserPools['pool'] & Partial<UserPools>): boolean {
  const terms = pools.split(betweenTerms).filter((term) => term.startsWith(termOf(pool)));
  return terms.some((term) => term.endsWith(` ${strictTerm}`));
}

/** What the targets leave of a pool's room: almost nothing in a pool that limits its members. */
function spareOf(pool: Pool, targets: ReadonlyMap<string, number>): number {
  const promised = pool.memberIds.reduce((sum, userId) => sum + (targets.get(userId) ?? 0), 0);
  return pool.amountCredits - pool.knownCredits - promised;
}
