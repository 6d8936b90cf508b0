import type { LiveLook } from '../../../shared/live/give.ts';
import type { DividedMember } from '../../../shared/pools/exposure/member-exposure.ts';
import type { Pool } from '../../../shared/pools/pool.ts';

export const at = (time: string): number => Date.parse(`2026-03-31T${time}:00Z`);

function member(userId: string, knownCredits: number, limitCredits: number): DividedMember {
  return {
    userId,
    knownCredits,
    reportedCredits: knownCredits,
    limits: [{ limitCredits, fromMs: at('00:00'), outcome: 'confirmed' }],
    demand: { activeChance: 1, medianCredits: 1, spread: 1 },
  };
}

function month(from: string, through: string, knownCredits: number): Pool {
  const guarantee = { kind: 'strict' } as const;
  return {
    name: from,
    window: { from, through },
    amountCredits: 1_000,
    guarantee,
    knownCredits,
    memberIds: ['a', 'b'],
  };
}

export const april = month('2026-04-01', '2026-04-30', 0);
export const march = month('2026-03-01', '2026-03-31', 400);

/** On the last day of March: `a` has used more than the limit in force, and is seen at work. */
export function aLook(pools: readonly Pool[]): LiveLook {
  return {
    division: {
      members: [member('a', 400, 0), member('b', 0, 550)],
      pools,
      exposureTerms: {
        moment: {
          nowMs: at('10:00'),
          knownUntilMs: at('00:00'),
          heldUntilMs: at('24:00') + 35 * 60_000,
          platformWindow: { anchorDay: 1 },
        },
        assumptions: { settleDays: 0, enforcementDelayMinutes: 30, inFlightCredits: 0 },
      },
    },
    proof: { readings: [], bounds: { errorPercent: 25, slackCredits: 0, capPercent: 0 }, lagMs: 0 },
    seen: new Map([['a', { hintedCredits: 1, hourCredits: 100, idleHours: 0 }]]),
    coverage: 1,
    hoursUntilNight: 14,
    eveningReturn: 'seen',
    eveningShare: 0.6,
    trancheCredits: 100,
  };
}
