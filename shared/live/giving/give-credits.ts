import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { fillMaxMin, type RisingUser } from './fill-max-min.ts';

/** Provably free credits of a pool. Whole credits. */
export interface GivingPool {
  readonly id: string;
  readonly freeCredits: number;
  /** What could be given if lowered limits took effect at once. With a cap of 0 it equals the free credits. */
  readonly freeableCredits?: number;
  readonly memberIds: readonly string[];
}

/** A user whose limit may be set between the nightly runs. Whole credits in the current platform window. */
export interface GivingUser {
  readonly userId: string;
  /** The one limit that is certainly in force; absent: `inForceCredits`. */
  readonly limitCredits?: number;
  /** K: proven use. Absent: 0. */
  readonly knownCredits?: number;
  /** D, including in-flight use: a raise up to here adds nothing to the proven bound. */
  readonly inForceCredits: number;
  /** Observed use: a hint only. */
  readonly usedCredits: number;
  readonly askCredits?: number;
  /** Up to where it should rise if more is free; at least `askCredits`. */
  readonly wishCredits?: number;
  readonly isUrgent?: boolean;
  /** Only probably works: gets what users seen at work do not request. */
  readonly isLikely?: true;
  readonly ownCeilingCredits?: number;
  /** Would be seen at work, and is not: half of what remains may be taken if others request more than is free. */
  readonly isIdle: boolean;
}

export interface GivingRound {
  readonly pools: readonly GivingPool[];
  /** In any order. Users in no pool are left out: nothing of theirs is divided. */
  readonly users: readonly GivingUser[];
  readonly probeCredits?: number;
  readonly inFlightCredits?: number;
}

export interface GivenLimit {
  readonly userId: string;
  readonly limitCredits: number;
  /** `short`: as much as was free; `idle`: not at work, while others request more. */
  readonly reason: 'asked' | 'short' | 'idle' | 'evening';
}

/**
 * Gives free credits to users who request them, max-min fair: first what is requested, then, if more is free, what
 * lasts until the night, then the same for users who only probably work. Nothing is sent until one request is urgent.
 * Lowered limits free nothing in this round. Returns only the rows that change, by user id.
 */
export function giveCredits(given: GivingRound): { readonly changes: readonly GivenLimit[] } {
  const round = { ...given, pools: sortedBy(given.pools, ({ id }) => id) };
  const members = new Set(round.pools.flatMap(({ memberIds }) => memberIds));
  const asking = round.users.filter(
    (user) => members.has(user.userId) && user.askCredits !== undefined && user.askCredits > limitOf(user),
  );
  if (!asking.some(({ isUrgent = true }) => isUrgent)) {
    return { changes: [] };
  }
  const users = sortedBy(asking, ({ userId }) => userId);
  const requests = requestsOf(users, round);
  const rooms = round.pools.map(({ freeCredits }) => Math.max(0, freeCredits));
  const asked = fillMaxMin(requests, rooms);
  const filled = fillMaxMin(
    requests.map((request, index) => ({
      ...request,
      ceilingCredits: headroomOf(users[index], ({ askCredits, wishCredits }) => wishCredits ?? askCredits),
      leastCredits: asked[index] ?? 0,
    })),
    rooms,
  );
  const raises = users.flatMap((user, index): readonly GivenLimit[] => {
    const limitCredits = user.usedCredits + (filled[index] ?? 0);
    const isMet = (asked[index] ?? 0) >= (requests[index]?.ceilingCredits ?? 0);
    return limitCredits > limitOf(user)
      ? [{ userId: user.userId, limitCredits, reason: isMet ? 'asked' : 'short' }]
      : [];
  });
  return { changes: sortedBy([...raises, ...takenFromIdle(users, requests, round)], ({ userId }) => userId) };
}

function limitOf({ limitCredits, inForceCredits }: GivingUser): number {
  return limitCredits ?? inForceCredits;
}

function headroomOf(user: GivingUser | undefined, upTo: (user: GivingUser) => number | undefined): number {
  return user === undefined
    ? 0
    : Math.max(0, Math.min(upTo(user) ?? 0, user.ownCeilingCredits ?? Infinity) - user.usedCredits);
}

function requestsOf(users: readonly GivingUser[], { pools, inFlightCredits = 0 }: GivingRound): RisingUser[] {
  const poolsOf = new Map<string, number[]>(users.map(({ userId }) => [userId, []]));
  pools.forEach(({ memberIds }, pool) => memberIds.forEach((userId) => poolsOf.get(userId)?.push(pool)));
  return users.map((user) => {
    // A raise up to what is proven needs no free credits. Under a limit of 0 nothing is in flight.
    const provenCredits = Math.max(user.inForceCredits, user.knownCredits ?? 0) - inFlightCredits - user.usedCredits;
    return {
      pools: poolsOf.get(user.userId) ?? [],
      provenCredits,
      leastCredits: 0,
      ceilingCredits: user.isLikely === true ? 0 : headroomOf(user, ({ askCredits }) => askCredits),
    };
  });
}

function takenFromIdle(
  asking: readonly GivingUser[],
  requests: readonly RisingUser[],
  { pools, users, probeCredits = 0 }: GivingRound,
): readonly GivenLimit[] {
  const asked = pools.map(() => 0);
  for (const { pools: own, ceilingCredits, provenCredits } of requests) {
    for (const pool of own) {
      asked[pool] = (asked[pool] ?? 0) + Math.max(0, ceilingCredits - provenCredits);
    }
  }
  const short = pools.map(
    ({ freeCredits, freeableCredits = Infinity }, pool) =>
      Math.min(asked[pool] ?? 0, freeableCredits) - Math.max(0, freeCredits),
  );
  if (short.every((credits) => credits <= 0)) {
    return [];
  }
  const ids = new Set(asking.map(({ userId }) => userId));
  const idle = users.filter(({ userId, isIdle }) => isIdle && !ids.has(userId));
  const poolsOf = new Map<string, number[]>(idle.map(({ userId }) => [userId, []]));
  pools.forEach(({ memberIds }, pool) => memberIds.forEach((userId) => poolsOf.get(userId)?.push(pool)));
  const taken: GivenLimit[] = [];
  for (const user of sortedBy(idle, ({ userId }) => userId).toSorted((a, b) => leftOf(b) - leftOf(a))) {
    const own = poolsOf.get(user.userId) ?? [];
    const keptCredits = Math.max(probeCredits, Math.ceil(leftOf(user) / 2));
    if (keptCredits < leftOf(user) && own.some((pool) => (short[pool] ?? 0) > 0)) {
      own.forEach((pool) => {
        short[pool] = (short[pool] ?? 0) - (leftOf(user) - keptCredits);
      });
      taken.push({ userId: user.userId, limitCredits: user.usedCredits + keptCredits, reason: 'idle' });
    }
  }
  return taken;
}

function leftOf(user: GivingUser): number {
  return Math.max(0, limitOf(user) - user.usedCredits);
}
