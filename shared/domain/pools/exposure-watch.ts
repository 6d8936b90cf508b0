import type { Division } from './divide-pools.ts';
import { exposureAt, type ExposureCurve } from './exposure.ts';
import { exposureNow, memberExposuresOf, type DividedMember } from './member-exposure.ts';
import { roomOf } from './pool.ts';

/** A limit that is about to be sent. Credits are whole. */
export interface LimitToSend {
  readonly userId: string;
  readonly limitCredits: number;
}

/** Keeps count of the most that can be consumed of every pool while limits are sent. */
export interface ExposureWatch {
  /**
   * Counts limits as in force in addition to earlier ones. Returns the name of the first pool whose exposure would
   * exceed its room, or exceed it further: then the caller must not send them.
   */
  admit(limits: readonly LimitToSend[]): string | undefined;
}

/**
 * The last check before every PUT: whichever rows are done, refused or lose their answer, the sum over the members of a
 * pool stays within it. It is calculated from the limits alone, independently of the division; members without any bound are
 * left out, since nothing is guaranteed for them.
 */
export function watchExposure({ members, pools, exposureTerms }: Division): ExposureWatch {
  const memberExposures = new Map(
    memberExposuresOf(members, pools, exposureTerms).map((memberExposure) => [
      memberExposure.member.userId,
      memberExposure,
    ]),
  );
  const exposed = new Map<string, number>();
  const rooms = pools.map(roomOf);
  const sums = pools.map(() => 0);
  for (const [userId, memberExposure] of memberExposures) {
    for (const { pool, inForce } of memberExposure.curves) {
      const credits = exposureNow(memberExposure, inForce);
      exposed.set(`${pool} ${userId}`, credits);
      sums[pool] = (sums[pool] ?? 0) + credits;
    }
  }

  /** Counts a limit as in force in addition, and gives what that adds. */
  function raise(userId: string, pool: number, limit: { curve: ExposureCurve; limitCredits: number }): number {
    const before = exposed.get(`${pool} ${userId}`) ?? 0;
    const after = Math.max(before, exposureAt(limit.curve, limit.limitCredits));
    exposed.set(`${pool} ${userId}`, after);
    sums[pool] = (sums[pool] ?? 0) + after - before;
    return after - before;
  }

  return {
    admit(limits) {
      const before = [...sums];
      for (const { userId, limitCredits } of limits) {
        const { member, curves = [] } = memberExposures.get(userId) ?? {};
        // Whoever had no limit could consume without end: any limit allows less.
        const isFirst = member !== undefined && !hasLimit(member);
        for (const { pool, inForce } of curves) {
          const addedCredits = raise(userId, pool, { curve: inForce, limitCredits });
          before[pool] = (before[pool] ?? 0) + (isFirst ? addedCredits : 0);
        }
      }
      const passed = sums.findIndex((sum, pool) => sum > Math.max(rooms[pool] ?? 0, before[pool] ?? 0));
      return pools[passed]?.name;
    },
  };
}

function hasLimit({ limits }: DividedMember): boolean {
  const inForce = limits.filter(({ untilMs }) => untilMs === undefined);
  return inForce.length > 0 && inForce.every(({ limitCredits }) => Number.isFinite(limitCredits));
}
