import type { Division } from '../divide-pools.ts';
import { roomOf } from '../pool.ts';
import { exposureAt } from './exposure.ts';
import { exposureFinder, exposureNow, type DividedMember, type MemberExposure } from './member-exposure.ts';

/** A limit that is about to be sent. Credits are whole. */
interface LimitToSend {
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
  const exposureOf = exposureFinder(pools, exposureTerms);
  // The exposures themselves are found again when a limit is sent: those of all members are many times as large.
  const byId = new Map(members.map((member) => [member.userId, member]));
  for (const member of members) {
    const memberExposure = exposureOf(member);
    for (const { pool, credits } of memberExposure === undefined ? [] : exposuresAt(memberExposure)) {
      sums[pool] = (sums[pool] ?? 0) + credits;
    }
  }
  /** The highest limit that was admitted, by user id: exposure never falls as the limit rises. */
  const admitted = new Map<string, number>();

  /** Counts a limit as in force in addition, and gives what that adds to each pool. */
  function raise(memberExposure: MemberExposure, limitCredits: number): readonly CreditsOfPool[] {
    const { userId } = memberExposure.member;
    const before = admitted.get(userId);
    const highest = Math.max(before ?? limitCredits, limitCredits);
    admitted.set(userId, highest);
    const exposedBefore = exposuresAt(memberExposure, before);
    return exposuresAt(memberExposure, highest).map(({ pool, credits }, index) => {
      const addedCredits = credits - (exposedBefore[index]?.credits ?? 0);
      sums[pool] = (sums[pool] ?? 0) + addedCredits;
      return { pool, credits: addedCredits };
    });
  }

  return {
    admit(limits) {
      const before = [...sums];
      for (const { userId, limitCredits } of limits) {
        const member = byId.get(userId);
        const memberExposure = member && exposureOf(member);
        for (const { pool, credits } of memberExposure === undefined ? [] : raise(memberExposure, limitCredits)) {
          // Whoever had no limit could consume without end: any limit allows less.
          before[pool] = (before[pool] ?? 0) + (member !== undefined && !hasLimit(member) ? credits : 0);
        }
      }
      const passed = sums.findIndex((sum, pool) => sum > Math.max(rooms[pool] ?? 0, before[pool] ?? 0));
      return pools[passed]?.name;
    },
  };
}

interface CreditsOfPool {
  readonly pool: number;
  readonly credits: number;
}

/** The most that a member can have consumed of each pool under the limits in force, and under one more where given. */
function exposuresAt(memberExposure: MemberExposure, limitCredits = -Infinity): readonly CreditsOfPool[] {
  return memberExposure.curves.flatMap(({ pools, inForce }) => {
    const credits = Math.max(exposureNow(memberExposure, inForce), exposureAt(inForce, limitCredits));
    return pools.map((pool) => ({ pool, credits }));
  });
}

function hasLimit({ limits }: DividedMember): boolean {
  const inForce = limits.filter(({ untilMs }) => untilMs === undefined);
  return inForce.length > 0 && inForce.every(({ limitCredits }) => Number.isFinite(limitCredits));
}
