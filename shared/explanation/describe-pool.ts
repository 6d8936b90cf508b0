import { formatScope } from '../budgets/scope.ts';
import type { CapPlan } from '../caps/cap-plan.ts';
import type { SharedPool } from '../caps/shares/divide-shares.ts';
import type { Uncappable } from '../caps/uncapped.ts';
import { creditsOver, creditsText } from '../kernel/texts/credits.ts';
import { dayAndMonth } from '../kernel/time/day.ts';
import { describeVerdict, shortVerdict, type ToldVerdict } from '../permits/describe-verdict.ts';
import { verdictNaming } from '../permits/verdict.ts';
import { worstCaseOf } from './pool-outlook.ts';

/** Returns the guard's verdict on a pool with names of people; undefined for a pool without a guarantee. */
export function toldVerdict({ verdict }: SharedPool, nameOf: (userId: string) => string): ToldVerdict | undefined {
  if (verdict === undefined) {
    return undefined;
  }
  const named = verdictNaming(verdict, nameOf);
  return { ...named, detail: describeVerdict(named) };
}

/** Describes a pool's guarantee without names; with overcommit, what can be used of it. */
export function shortGuarantee(pool: SharedPool): string {
  const { verdict, guarantee } = pool;
  if (verdict !== undefined) {
    return shortVerdict(verdict);
  }
  const factor = guarantee.kind === 'overcommit' ? `overcommit ${guarantee.factor}: ` : '';
  const most = worstCaseOf(pool);
  return `${factor}at most ${most === undefined ? 'no limit' : creditsText(most)}`;
}

/** Describes a pool's reservations, and the requested amount if it holds less; nothing for none. */
export function shortReserved({ reserved: { heldCredits, askedCredits } }: SharedPool): readonly string[] {
  if (askedCredits === 0) {
    return [];
  }
  const asked = heldCredits < askedCredits ? ` of ${creditsText(askedCredits)}` : '';
  return [`${creditsText(heldCredits)}${asked} reserved`];
}

export function poolName({ scope }: Pick<SharedPool, 'scope'>): string {
  return scope.kind === 'org' ? 'the organization' : scope.kind === 'team' ? `team ${scope.name}` : formatScope(scope);
}

interface PoolFacts {
  readonly pool: string;
  readonly amount: string;
  readonly used: string;
  readonly most: string;
  readonly guarantee: string;
  /** Why the guarantee does not hold, or from when it does; absent where it holds, and without a guarantee. */
  readonly outlook?: string;
}

/** Describes each pool before the plan is applied, the organization's first. */
export function poolFacts({ shares, decisions }: CapPlan): readonly PoolFacts[] {
  const emails = new Map(decisions.map(({ userId, email }) => [userId, email]));
  return shares.pools.map((pool) => {
    const most = worstCaseOf(pool);
    const verdict = toldVerdict(pool, (userId) => emails.get(userId) ?? `user ${userId}`);
    return {
      pool: poolTitle(pool),
      amount: creditsText(pool.amountCredits),
      used: creditsOver(pool.knownCredits, pool.window),
      most: most === undefined ? 'no limit' : creditsText(most),
      guarantee: [shortGuarantee(pool), ...shortReserved(pool)].join('; '),
      outlook: verdict?.kind === 'kept' ? undefined : verdict?.detail,
    };
  });
}

/** Use of strict pools by a user who cannot be capped; the guarantee covers only the others. */
export function stakesIn({ pools }: CapPlan['shares'], { team, creditsAtStake }: Uncappable): readonly string[] {
  return pools
    .filter(({ guarantee, isNext }) => guarantee.kind === 'strict' && !isNext)
    .filter(({ scope }) => scope.kind === 'org' || (scope.kind === 'team' && scope.name === team))
    .map((pool) => `${creditsText(creditsAtStake[pool.window.kind] ?? 0)} of ${poolName(pool)}, ${pool.window.kind}`);
}

function poolTitle(pool: SharedPool): string {
  const { window, isNext } = pool;
  return `${poolName(pool)}, ${window.kind} ${isNext ? `from ${dayAndMonth(window.from)}` : `to ${dayAndMonth(window.through)}`}`;
}
