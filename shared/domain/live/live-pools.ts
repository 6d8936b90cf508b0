import type { Shares, SharedPool } from '../caps/divide-shares.ts';
import { formatScope } from '../budgets/scope.ts';
import type { DividedMember } from '../pools/member-exposure.ts';
import { roomOf } from '../pools/pool.ts';
import type { LiveMember } from './live-pool.ts';

/** A pool with all that is needed to prove and to give. */
export interface LivePool {
  readonly name: string;
  readonly scope: string;
  readonly window: string;
  /** With the factor of an overcommitted one. */
  readonly amountCredits: number;
  /** What everybody in scope has used by the ledger, members or not. */
  readonly knownCredits: number;
  readonly worstCaseCredits: number;
  readonly members: readonly LiveMember[];
  /** Some member has no limit: nothing is proven of it, and nothing of it given. */
  readonly isUnbounded: boolean;
}

/** The pools of a division at a moment in Unix milliseconds. */
export function livePoolsOf({ pools, division }: Shares, nowMs: number): readonly LivePool[] {
  const byName = new Map((division?.pools ?? []).map((pool) => [pool.name, pool]));
  const members = new Map((division?.members ?? []).map((member) => [member.userId, member]));
  return pools.flatMap((shared): readonly LivePool[] => {
    const pool = byName.get(shared.name);
    return pool === undefined
      ? []
      : [
          {
            name: shared.name,
            scope: formatScope(shared.scope),
            window: shared.window.kind,
            amountCredits: pool.knownCredits + roomOf(pool),
            knownCredits: pool.knownCredits,
            worstCaseCredits: shared.exposureCredits,
            members: liveMembers(shared, members, nowMs),
            isUnbounded: shared.unboundedIds.length > 0,
          },
        ];
  });
}

function liveMembers(
  { memberIds }: Pick<SharedPool, 'memberIds'>,
  members: ReadonlyMap<string, DividedMember>,
  nowMs: number,
): readonly LiveMember[] {
  return memberIds.flatMap((userId) => {
    const member = members.get(userId);
    return member === undefined ? [] : [liveMemberOf(member, nowMs)];
  });
}

/** The limits of a member as the proof needs them; the delay of enforcement is in the end of each. */
export function liveMemberOf({ userId, knownCredits, limits }: DividedMember, nowMs: number): LiveMember {
  const highestOf = (counted: DividedMember['limits']): number =>
    counted.reduce((highest, { limitCredits }) => Math.max(highest, limitCredits), 0);
  return {
    userId,
    knownCredits,
    inForceCredits: highestOf(limits.filter(({ untilMs = Infinity }) => untilMs > nowMs)),
    highestCredits: highestOf(limits),
  };
}
