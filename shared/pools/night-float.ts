import { currentLimit } from './exposure/limit-in-force.ts';
import type { MemberExposure } from './exposure/member-exposure.ts';
import type { Pool } from './pool.ts';

/** Credits that the night keeps unallocated, to give them during the day to people seen at work. */
export interface NightFloat {
  /** Users who are seen when they work. Other users lose nothing. */
  readonly seenIds: ReadonlySet<string>;
  readonly nightShare: number;
  readonly probeShare: number;
  /** Between the nightly runs: what was given during the day stays, as far as the pools hold it. */
  readonly keepsLimits?: true;
}

/** Returns target headrooms of a night with a float, from those of equal chance; both in the order of the members. */
export function floatedTargets(
  targets: readonly number[],
  { seenIds, nightShare, probeShare, keepsLimits }: NightFloat,
  {
    members,
    pools,
    rooms,
    held,
  }: {
    readonly members: readonly MemberExposure[];
    readonly pools: readonly Pool[];
    readonly rooms: readonly number[];
    readonly held: readonly number[];
  },
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
  // Raises are bounded by what is provably free, whatever the target.
  const isHeld = sums.every((sum, pool) => sum <= (rooms[pool] ?? 0));
  return isHeld ? floated.map((credits, index) => Math.max(credits, kept[index] ?? 0)) : floated;
}

/** The member's current headroom if it is near the target: no row is sent for so little. */
function asBefore({ limits, reportedCredits }: MemberExposure['member'], credits: number): number | undefined {
  const headroom = (currentLimit(limits) ?? Infinity) - reportedCredits;
  return headroom >= credits * nearMin && headroom <= credits * nearMax ? headroom : undefined;
}

const nearMin = 0.5;
const nearMax = 1.3;
