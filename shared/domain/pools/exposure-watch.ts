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
  const rooms = pools.map(roomOf);
  const sums = pools.map(() => 0);
  const users = new Map<string, WatchedUser>();
  for (const memberExposure of memberExposuresOf(members, pools, exposureTerms)) {
    const { member, curves } = memberExposure;
    const exposures = curves.map(({ pool, inForce: curve }) => {
      const credits = exposureNow(memberExposure, curve);
      sums[pool] = (sums[pool] ?? 0) + credits;
      return { pool, curve, credits };
    });
    users.set(member.userId, { hasLimit: hasLimit(member), exposures });
  }

  /** Counts a limit as in force in addition, and gives what that adds. */
  function raise(exposure: WatchedExposure, limitCredits: number): number {
    const after = Math.max(exposure.credits, exposureAt(exposure.curve, limitCredits));
    const addedCredits = after - exposure.credits;
    exposure.credits = after;
    sums[exposure.pool] = (sums[exposure.pool] ?? 0) + addedCredits;
    return addedCredits;
  }

  return {
    admit(limits) {
      const before = [...sums];
      for (const { userId, limitCredits } of limits) {
        const user = users.get(userId);
        for (const exposure of user?.exposures ?? []) {
          const addedCredits = raise(exposure, limitCredits);
          // Whoever had no limit could consume without end: any limit allows less.
          before[exposure.pool] = (before[exposure.pool] ?? 0) + (user?.hasLimit === false ? addedCredits : 0);
        }
      }
      const passed = sums.findIndex((sum, pool) => sum > Math.max(rooms[pool] ?? 0, before[pool] ?? 0));
      return pools[passed]?.name;
    },
  };
}

interface WatchedUser {
  readonly hasLimit: boolean;
  readonly exposures: readonly WatchedExposure[];
}

/** The most that one user can have consumed of one pool, by the limits counted so far. */
interface WatchedExposure {
  readonly pool: number;
  readonly curve: ExposureCurve;
  credits: number;
}

function hasLimit({ limits }: DividedMember): boolean {
  const inForce = limits.filter(({ untilMs }) => untilMs === undefined);
  return inForce.length > 0 && inForce.every(({ limitCredits }) => Number.isFinite(limitCredits));
}
