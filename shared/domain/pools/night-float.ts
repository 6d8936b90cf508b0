import type { MemberExposure } from './member-exposure.ts';
import type { Pool } from './pool.ts';

/** What the night leaves unallocated, to be given in the day to those who are seen at work. */
export interface NightFloat {
  /** Users who are seen when they work. Of others nothing is taken. */
  readonly seenIds: ReadonlySet<string>;
  /** The share of their equal-chance headroom that they have from the night on. */
  readonly nightShare: number;
  /** The share of what is left of a pool, a member, that they have at least. */
  readonly probeShare: number;
}

export interface FloatTerms {
  readonly members: readonly MemberExposure[];
  readonly pools: readonly Pool[];
  /** What is left of each pool. */
  readonly rooms: readonly number[];
  /** Of each member: the reservation stays whole. */
  readonly held: readonly number[];
}

/** The headrooms that a night with a float aims at, from those of the equal chance; both in the order of the members. */
export function floatedTargets(
  targets: readonly number[],
  { seenIds, nightShare, probeShare }: NightFloat,
  { members, pools, rooms, held }: FloatTerms,
): readonly number[] {
  const probes = pools.map(({ memberIds }, pool) =>
    Math.floor((probeShare * Math.max(0, rooms[pool] ?? 0)) / Math.max(1, memberIds.length)),
  );
  return members.map(({ member, curves }, index) => {
    const target = targets[index] ?? 0;
    if (!seenIds.has(member.userId)) {
      return target;
    }
    const probe = curves.reduce((least, { pool }) => Math.min(least, probes[pool] ?? 0), Infinity);
    const ceiling = Math.max(0, member.ownHeadroomCredits ?? Infinity);
    return Math.max(held[index] ?? 0, Math.min(ceiling, Math.max(probe, Math.floor(nightShare * target))));
  });
}
