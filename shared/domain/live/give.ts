import { invariant } from '../invariant.ts';
import type { Division } from '../pools/divide-pools.ts';
import { reachOf } from '../pools/exposure/exposure.ts';
import { currentLimit } from '../pools/exposure/limit-in-force.ts';
import type { DividedMember } from '../pools/exposure/member-exposure.ts';
import type { UnknownPeriod } from '../pools/moment.ts';
import type { Pool } from '../pools/pool.ts';
import { decideAsk, usedCreditsOf, type SeenUser } from './giving/decide-ask.ts';
import { giveCredits, type GivenLimit, type GivingPool, type GivingUser } from './giving/give-credits.ts';
import { defaultGivingRule, probeOf, trancheOf } from './giving/giving-rule.ts';
import { eveningLimit, isEvening } from './giving/return-credits.ts';
import { cappedCreditsOf, freeCredits, type LiveMember } from './live-pool.ts';
import { liveMember, onlyPeriodOf, provePool, type ProofTerms, type ProvenPool } from './pool-proof.ts';
import { raiseOf } from './read-bound.ts';
import type { SeenUse } from './totals/seen-use.ts';

const rule = defaultGivingRule;

/** Whose limits are lowered in the evening until the night. */
export type EveningReturn = 'seen' | 'everybody';

/** What a look between the nights has before it. */
export interface LiveLook {
  readonly division: Division;
  readonly proof: Pick<ProofTerms, 'readings' | 'bounds' | 'lagMs'>;
  /** By user id. */
  readonly seen: ReadonlyMap<string, SeenUse>;
  /** Whose hooks have said since the look before that they are at work, by user id. */
  readonly reportedIds?: ReadonlySet<string>;
  /** Who signed in today or followed a link of a mail, by user id. */
  readonly likelyIds?: ReadonlySet<string>;
  readonly coverage: number;
  readonly hoursUntilNight: number;
  readonly eveningReturn: EveningReturn;
  /** See `eveningShareOf`. */
  readonly eveningShare: number;
  /** What is asked for at least; it follows from the pool when absent. */
  readonly trancheCredits?: number;
}

/** One pool with what is proven of it and what of it can be given. */
export interface ProvenFloat extends ProvenPool {
  readonly pool: Pool;
  readonly freeCredits: number;
  /** What could be given if lowered limits were felt at once: what the cap leaves. */
  readonly freeableCredits: number;
}

/** What is proven of every pool of a division, and what can be given of it. */
export function provePools({ division, proof }: Pick<LiveLook, 'division' | 'proof'>): readonly ProvenFloat[] {
  const { pools, members, exposureTerms } = division;
  return pools.map((pool) => {
    const proven = provePool(pool, members, { ...exposureTerms, ...proof });
    // Where a limit may be used up twice before the next night, as the platform window turns, nothing is given.
    const canGive = proven.unboundedIds.length === 0 && onlyPeriodOf(pool, exposureTerms) !== undefined;
    const cappedCredits = cappedCreditsOf(proven.amountCredits, proof.bounds);
    return {
      ...proven,
      pool,
      freeCredits: canGive ? freeCredits(proven, proof.bounds) : 0,
      freeableCredits: canGive ? Math.max(0, cappedCredits - proven.worstCaseCredits) : 0,
    };
  });
}

/** Whose limit becomes what, of what is free in every pool of theirs. */
export function decideGiving(look: LiveLook, proven: readonly ProvenFloat[]): readonly GivenLimit[] {
  const { division, coverage, hoursUntilNight } = look;
  const tranches = tranchesOf(look, proven);
  const probeCredits = Math.min(...tranches.map(({ probe }) => probe), Infinity);
  const periods = periodsOf(division);
  const users = division.members.flatMap((member): readonly GivingUser[] => {
    const own = tranches.filter(({ memberIds }) => memberIds.has(member.userId));
    const limitCredits = currentLimit(member.limits);
    const live = liveMemberOf(member, periods.get(member.userId), division);
    if (member.isFixed === true || limitCredits === undefined || live === undefined || own.length === 0) {
      return [];
    }
    const sight = look.seen.get(member.userId);
    const user = { ...seenUser(member, limitCredits, sight), ...unseenHints(member.userId, look) };
    const trancheCredits = Math.min(...own.map(({ tranche }) => tranche));
    const ask = decideAsk(user, { rule, trancheCredits, coverage, hoursUntilNight });
    const { reportedCredits, ownHeadroomCredits } = member;
    return [
      {
        userId: member.userId,
        limitCredits,
        inForceCredits: live.inForceCredits,
        knownCredits: live.knownCredits,
        usedCredits: usedCreditsOf(user, coverage),
        isIdle: sight !== undefined && coverage === 1 && sight.idleHours > 1,
        ownCeilingCredits: ownHeadroomCredits === undefined ? undefined : reportedCredits + ownHeadroomCredits,
        ...ask,
      },
    ];
  });
  const { inFlightCredits } = division.exposureTerms.assumptions;
  const pools = proven.map(givingPool);
  const { changes } = giveCredits({ pools, users, probeCredits, inFlightCredits });
  assertWithinFree(changes, users, { pools, inFlightCredits });
  const canChange = new Set(users.map(({ userId }) => userId));
  changes.forEach(({ userId }) => canChange.delete(userId));
  return [...changes, ...takenInTheEvening(look, canChange, probeCredits)];
}

/** What is taken back until the night of those to whom nothing is given just then. Reservations stay whole. */
function takenInTheEvening(
  { division, seen, eveningReturn, ...terms }: LiveLook,
  canChange: ReadonlySet<string>,
  probeCredits: number,
): readonly GivenLimit[] {
  const { moment, assumptions } = division.exposureTerms;
  const lastDays = division.pools.map(({ window }) => window.through);
  if (!isEvening({ ...moment, ...assumptions, lastDays })) {
    return [];
  }
  return division.members.flatMap((member): readonly GivenLimit[] => {
    const { userId, limits, reservation } = member;
    const limit = currentLimit(limits);
    if (limit === undefined || reservation !== undefined || !canChange.has(userId)) {
      return [];
    }
    const sight = seen.get(userId);
    // Nobody knows whether they work in these hours: admins may leave them what the night gave.
    if (sight === undefined && eveningReturn === 'seen') {
      return [];
    }
    const user = { ...seenUser(member, limit, sight), isSeen: sight !== undefined };
    const limitCredits = eveningLimit(user, { rule, probeCredits, ...terms });
    return limitCredits < limit ? [{ userId, limitCredits, reason: 'evening' }] : [];
  });
}

/** What is said of somebody of whom no use is seen: it lets them ask, and takes nothing from them. */
function unseenHints(
  userId: string,
  { reportedIds, likelyIds }: LiveLook,
): Pick<SeenUser, 'isReported' | 'isLikely'> & { readonly idleHours?: number } {
  if (reportedIds?.has(userId) === true) {
    return { isReported: true, idleHours: 0 };
  }
  return likelyIds?.has(userId) === true ? { isLikely: true } : {};
}

function givingPool({ pool, freeCredits: free, freeableCredits }: ProvenFloat): GivingPool {
  return { id: pool.name, memberIds: pool.memberIds, freeCredits: free, freeableCredits };
}

/** A member as an ask sees them. */
export function seenUser(member: DividedMember, limitCredits: number, sight: SeenUse | undefined): SeenUser {
  const { hintedCredits = 0, hourCredits = 0, idleHours = Infinity } = sight ?? {};
  const isReported = sight?.isReported === true ? ({ isReported: true } as const) : {};
  return { limitCredits, knownCredits: member.reportedCredits, hintedCredits, hourCredits, idleHours, ...isReported };
}

/** What is asked for at least, and what everybody keeps, of each pool. */
export function tranchesOf({ coverage, seen, trancheCredits }: LiveLook, proven: readonly ProvenFloat[]) {
  return proven.map(({ pool, amountCredits }) => {
    const seenCredits = pool.memberIds.reduce((sum, userId) => sum + (seen.get(userId)?.hintedCredits ?? 0), 0);
    const leftCredits = Math.max(0, amountCredits - pool.knownCredits - seenCredits / coverage);
    return {
      memberIds: new Set(pool.memberIds),
      tranche: trancheCredits ?? trancheOf(rule, leftCredits, pool.memberIds.length),
      probe: probeOf(rule, leftCredits, pool.memberIds.length),
    };
  });
}

/**
 * By user id, the last of the periods of their pools: near the turn of a window a limit also counts in the next one, in
 * which nothing is used yet, so that a raise costs more there.
 */
function periodsOf(division: Division): ReadonlyMap<string, UnknownPeriod> {
  const periods = new Map<string, UnknownPeriod>();
  for (const pool of division.pools) {
    const period = onlyPeriodOf(pool, division.exposureTerms);
    for (const userId of period === undefined ? [] : pool.memberIds) {
      const other = periods.get(userId);
      if (period !== undefined && (other === undefined || other.fromMs < period.fromMs)) {
        periods.set(userId, period);
      }
    }
  }
  return periods;
}

function liveMemberOf(
  member: DividedMember,
  period: UnknownPeriod | undefined,
  { exposureTerms: { moment, assumptions } }: Division,
): LiveMember | undefined {
  const { inFlightCredits } = assumptions;
  return period === undefined ? undefined : liveMember(member, { period, sinceMs: moment.nowMs, inFlightCredits });
}

/** The last check: whoever decided it, no pool gives more than is free of it. */
function assertWithinFree(
  changes: readonly GivenLimit[],
  users: readonly GivingUser[],
  { pools, inFlightCredits }: { readonly pools: readonly GivingPool[]; readonly inFlightCredits: number },
): void {
  const byId = new Map(users.map((user) => [user.userId, user]));
  const raises = new Map(
    changes.flatMap(({ userId, limitCredits }) => {
      const user = byId.get(userId);
      return user === undefined
        ? []
        : [[userId, raiseOf({ knownCredits: 0, ...user }, reachOf(limitCredits, inFlightCredits))] as const];
    }),
  );
  for (const { id, memberIds, freeCredits: free } of raises.size === 0 ? [] : pools) {
    const given = memberIds.reduce((sum, userId) => sum + (raises.get(userId) ?? 0), 0);
    invariant(given <= free, `no more is given of the pool "${id}" than is free of it`);
  }
}
