import { currentLimit } from './exposure/limit-in-force.ts';
import type { MemberExposure } from './exposure/member-exposure.ts';
import type { Pool } from './pool.ts';

/** What the night leaves unallocated, to be given in the day to those who are seen at work. */
export interface NightFloat {
  /** Users who are seen when they work. Of others nothing is taken. */
  readonly seenIds: ReadonlySet<string>;
  /** The share of their equal-chance headroom that they have from the night on. */
  readonly nightShare: number;
  /** The share of what is left of a pool, a member, that they have at least. */
  readonly probeShare: number;
  /** Between the nights: what was given in the day stays given, as far as the pools hold it. */
  readonly keepsLimits?: true;
}

interface FloatTerms {
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
  { seenIds, nightShare, probeShare, keepsLimits }: NightFloat,
  { members, pools, rooms, held }: FloatTerms,
): readonly number[] {
  const probes = pools.map(({ memberIds }, pool) =>
    Math.floor((probeShare * Math.max(0, rooms[pool] ?? 0)) / Math.max(1, memberIds.length)),
  );
  const floated = members.map(({ member, pools: own }, index) => {
    const target = targets[index] ?? 0;
    if (!seenIds.has(member.userId)) {
      return target;
    }
    const probe = own.reduce((least, pool) => Math.min(least, probes[pool] ?? 0), Infinity);
    const ceiling = Math.max(0, member.ownHeadroomCredits ?? Infinity);
    const floated = Math.max(held[index] ?? 0, Math.min(ceiling, Math.max(probe, Math.floor(nightShare * target))));
    return asBefore(member, floated) ?? floated;
  });
  return keepsLimits === undefined ? floated : keptWhereHeld(floated, members, rooms);
}

/** The same where nobody has less than their limit leaves them, unless a pool cannot hold that. */
function keptWhereHeld(
  floated: readonly number[],
  members: readonly MemberExposure[],
  rooms: readonly number[],
): readonly number[] {
  const kept = members.map(({ member, inFlightCredits }) => {
    const limitCredits = currentLimit(member.limits);
    const leftCredits = limitCredits === undefined ? 0 : limitCredits + inFlightCredits - member.reportedCredits;
    return Math.max(0, Math.min(member.ownHeadroomCredits ?? Infinity, leftCredits));
  });
  const sums = rooms.map(() => 0);
  members.forEach(({ pools }, index) => pools.forEach((pool) => (sums[pool] = (sums[pool] ?? 0) + (kept[index] ?? 0))));
  // Raises are bounded by what is provably free, whatever is aimed at.
  const isHeld = sums.every((sum, pool) => sum <= (rooms[pool] ?? 0));
  return isHeld ? floated.map((credits, index) => Math.max(credits, kept[index] ?? 0)) : floated;
}

/** The headroom that a member has already, when it is near what is aimed at: no row is sent for so little. */
function asBefore({ limits, reportedCredits }: MemberExposure['member'], credits: number): number | undefined {
  const headroom = (currentLimit(limits) ?? Infinity) - reportedCredits;
  return headroom >= credits * nearMin && headroom <= credits * nearMax ? headroom : undefined;
}

const nearMin = 0.5;
const nearMax = 1.3;
