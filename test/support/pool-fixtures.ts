import type { Demand } from '../../shared/pools/demand/demand.ts';
import type { LimitInForce } from '../../shared/pools/exposure/limit-in-force.ts';
import type { DividedMember } from '../../shared/pools/exposure/member-exposure.ts';
import type { ExposureTerms } from '../../shared/pools/exposure/pool-exposure.ts';
import type { Moment } from '../../shared/pools/moment.ts';
import type { Pool } from '../../shared/pools/pool.ts';

const utc = (text: string): number => Date.parse(`${text}:00Z`);

/** A night in the middle of March, with the data through the day before. */
export const aNight: Moment = {
  nowMs: utc('2026-03-10T02:30'),
  knownUntilMs: utc('2026-03-10T00:00'),
  heldUntilMs: utc('2026-03-11T03:00'),
  platformWindow: { anchorDay: 1 },
};

/** The night before the platform window turns; limits sent now stand until 00:35 of the new one. */
export const nightBeforeTurn: Moment = {
  nowMs: utc('2026-03-31T02:30'),
  knownUntilMs: utc('2026-03-31T00:00'),
  heldUntilMs: utc('2026-04-01T00:35'),
  platformWindow: { anchorDay: 1 },
};

/** The run at the start of the platform window: yesterday is not reported yet. */
export const windowStart: Moment = {
  nowMs: utc('2026-04-01T00:05'),
  knownUntilMs: utc('2026-03-31T00:00'),
  heldUntilMs: utc('2026-04-01T03:00'),
  platformWindow: { anchorDay: 1 },
};

export const march = { from: '2026-03-01', through: '2026-03-31' };
export const april = { from: '2026-04-01', through: '2026-04-30' };

export function exposureTermsAt(
  moment: Moment,
  assumptions: Partial<ExposureTerms['assumptions']> = {},
): ExposureTerms {
  return {
    moment,
    assumptions: { settleDays: 0, enforcementDelayMinutes: 30, inFlightCredits: 0, ...assumptions },
  };
}

/** A limit that has stood since before the known data ends. */
export function aLimitInForce(limitCredits: number): LimitInForce {
  return { limitCredits, fromMs: utc('2026-03-01T00:05'), outcome: 'confirmed' };
}

export function wanting(medianCredits: number, rest: Partial<Demand> = {}): Demand {
  return { activeChance: 1, medianCredits, spread: 1, ...rest };
}

/** A member with known use and a limit; nothing else unless it is said. */
export function aMember(userId: string, rest: Partial<DividedMember> & { readonly used?: number } = {}): DividedMember {
  const { used = 0, ...others } = rest;
  return {
    userId,
    knownCredits: used,
    reportedCredits: used,
    limits: [aLimitInForce(used)],
    demand: wanting(100),
    ...others,
  };
}

/** A strict pool over March of all the members, whose use is all there is. */
export function aPool(amountCredits: number, members: readonly DividedMember[], rest: Partial<Pool> = {}): Pool {
  return {
    name: 'org',
    window: march,
    amountCredits,
    guarantee: { kind: 'strict' },
    knownCredits: members.reduce((sum, { knownCredits }) => sum + knownCredits, 0),
    memberIds: members.map(({ userId }) => userId),
    ...rest,
  };
}
