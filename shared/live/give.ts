import { invariant } from '../kernel/invariant.ts';
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

export type EveningReturn = 'seen' | 'everybody';

export interface LiveLook {
  readonly division: Division;
  readonly proof: Pick<ProofTerms, 'readings' | 'bounds' | 'lagMs'>;
  readonly seen: ReadonlyMap<string, SeenUse>;
  readonly reportedIds?: ReadonlySet<string>;
  readonly likelyIds?: ReadonlySet<string>;
  readonly coverage: number;
  readonly hoursUntilNight: number;
  readonly eveningReturn: EveningReturn;
  readonly eveningShare: number;
  readonly trancheCredits?: number;
}

export interface ProvenFloat extends ProvenPool {
  readonly pool: Pool;
  readonly freeCredits: number;
  /** What could be given if lowered limits took effect at once: what the cap leaves. */
  readonly freeableCredits: number;
}

export function provePools({ division, proof }: LiveLook): readonly ProvenFloat[] {
  const { pools, members, exposureTerms } = division;
  return pools.map((pool) => {
    const proven = provePool(pool, members, { ...exposureTerms, ...proof });
    // Nothing is given where a limit may be used up twice before the next night, as the platform window turns.
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
    const seenUse = look.seen.get(member.userId);
    const user = { ...seenUser(member, limitCredits, seenUse), ...unseenHints(member.userId, look) };
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
        isIdle: seenUse !== undefined && coverage === 1 && seenUse.idleHours > 1,
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

/** Returns what is taken back until the night from users who are given nothing now. Reservations stay whole. */
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
    const seenUse = seen.get(userId);
    // Their work in these hours is unknown: admins may leave them their nightly credits.
    if (seenUse === undefined && eveningReturn === 'seen') {
      return [];
    }
    const user = { ...seenUser(member, limit, seenUse), isSeen: seenUse !== undefined };
    const limitCredits = eveningLimit(user, { rule, probeCredits, ...terms });
    return limitCredits < limit ? [{ userId, limitCredits, reason: 'evening' }] : [];
  });
}

function unseenHints(
  userId: string,
  { reportedIds, likelyIds }: LiveLook,
): { readonly isReported?: true; readonly isLikely?: true; readonly idleHours?: number } {
  if (reportedIds?.has(userId) === true) {
    return { isReported: true, idleHours: 0 };
  }
  return likelyIds?.has(userId) === true ? { isLikely: true } : {};
}

function givingPool({ pool, freeCredits: free, freeableCredits }: ProvenFloat): GivingPool {
  return { id: pool.name, memberIds: pool.memberIds, freeCredits: free, freeableCredits };
}

export function seenUser(member: DividedMember, limitCredits: number, seenUse: SeenUse | undefined): SeenUser {
  const { hintedCredits = 0, hourCredits = 0, idleHours = Infinity } = seenUse ?? {};
  const isReported = seenUse?.isReported === true ? ({ isReported: true } as const) : {};
  return { limitCredits, knownCredits: member.reportedCredits, hintedCredits, hourCredits, idleHours, ...isReported };
}

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

/** By user id, the last period of their pools: near a window's turn a limit counts in the next one too. */
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

/** The last check: no pool gives more than its free credits. */
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
