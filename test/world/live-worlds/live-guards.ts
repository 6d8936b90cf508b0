import { freeCredits, type LiveBounds, type PoolProof, type TotalsReading } from '../../../shared/live/live-pool.ts';
import { provePool, type ProofTerms } from '../../../shared/live/pool-proof.ts';
import { afterPut, type LimitInForce, type SentNow } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { Pool, PoolMember } from '../../../shared/pools/pool.ts';
import { partOf } from '../../support/part-of.ts';

interface ProofInput {
  readonly pool: Pool;
  readonly members: readonly PoolMember[];
  readonly terms: ProofTerms;
}

/** The rules that keep a pool from being overspent between the nights, each as a part that a test can take out. */
export interface LiveGuards {
  readonly prove: (input: ProofInput) => PoolProof;
  readonly free: (proof: PoolProof, bounds: LiveBounds) => number;
  /** A listing that is marked as incomplete proves nothing. */
  readonly refusesIncomplete: boolean;
  readonly afterPut: (limits: readonly LimitInForce[], sent: SentNow) => readonly LimitInForce[];
  /** Every pool of somebody who is given credits must have them free, or the first alone. */
  readonly allPools: boolean;
}

export const allLiveGuards: LiveGuards = {
  prove: ({ pool, members, terms }) => provePool(pool, members, terms),
  free: freeCredits,
  refusesIncomplete: true,
  afterPut,
  allPools: true,
};

interface LiveRemoval {
  readonly guard: string;
  readonly scenario: string;
  readonly guards: LiveGuards;
}

const idle = 'two users, one of whom is idle';
const faulty = 'limits that fall and rise again, with lost and refused PUTs';
const late = 'totals that show use late';
const short = 'totals that say too little, within the allowance';
const turns = 'known use, and turns that run past the limit';
const team = 'a team inside the organization';

/** All guards but one. */
export const liveRemovals: readonly LiveRemoval[] = [
  {
    guard: 'a lowered limit counts until its enforcement has surely ended',
    scenario: idle,
    guards: {
      ...allLiveGuards,
      afterPut: (limits, sent) => afterPut(limits, { ...sent, enforcementDelayMinutes: 0 }),
    },
  },
  {
    guard: 'a reading shows use only after the lag of the totals',
    scenario: late,
    guards: withTerms((terms) => ({ ...terms, lagMs: 0 })),
  },
  {
    guard: 'a limit sent after a reading counts in what the reading proves',
    scenario: idle,
    guards: { ...allLiveGuards, prove: withoutLaterLimits },
  },
  {
    guard: 'what earlier limits allowed counts, up to the total',
    scenario: idle,
    guards: withReadings((reading) => ({ ...reading, credits: 0 })),
  },
  {
    guard: 'names prove nothing',
    scenario: idle,
    guards: { ...allLiveGuards, prove: byNames },
  },
  {
    guard: 'a limit whose answer was lost may be in force',
    scenario: faulty,
    guards: {
      ...allLiveGuards,
      afterPut: (limits, sent) => (sent.outcome === 'unknown' ? limits : afterPut(limits, sent)),
    },
  },
  {
    guard: 'what stood before a lost answer may still be in force',
    scenario: faulty,
    guards: {
      ...allLiveGuards,
      afterPut: (limits, sent) =>
        afterPut(limits, { ...sent, outcome: sent.outcome === 'unknown' ? 'done' : sent.outcome }),
    },
  },
  {
    guard: 'a refused row leaves the old limit in force',
    scenario: faulty,
    guards: {
      ...allLiveGuards,
      afterPut: (limits, sent) =>
        afterPut(limits, { ...sent, outcome: sent.outcome === 'failed' ? 'done' : sent.outcome }),
    },
  },
  {
    guard: 'nothing is given past the bound',
    scenario: idle,
    guards: { ...allLiveGuards, free: (proof, bounds) => freeCredits({ ...proof, boundCredits: 0 }, bounds) },
  },
  {
    guard: 'more may have been billed than the totals say, by a share',
    scenario: short,
    guards: withTerms((terms) => ({ ...terms, bounds: { ...terms.bounds, errorPercent: 0 } })),
  },
  {
    guard: 'an incomplete listing proves nothing',
    scenario: short,
    guards: { ...allLiveGuards, refusesIncomplete: false },
  },
  {
    guard: 'more may have been billed than the totals say, by a fixed amount',
    scenario: 'totals that say too little, within a fixed amount',
    guards: withTerms((terms) => ({ ...terms, bounds: { ...terms.bounds, slackCredits: 0 } })),
  },
  {
    guard: 'what a turn consumes past the limit counts',
    scenario: turns,
    guards: withTerms((terms) => ({ ...terms, assumptions: { ...terms.assumptions, inFlightCredits: 0 } })),
  },
  {
    guard: 'a turn that runs on under a lowered limit counts beyond the total',
    scenario: turns,
    guards: withTerms((terms) => ({
      ...terms,
      bounds: { ...terms.bounds, slackCredits: -terms.assumptions.inFlightCredits },
    })),
  },
  {
    guard: 'what is known to be consumed is held against the pool',
    scenario: turns,
    guards: {
      ...allLiveGuards,
      prove: ({ pool, members, terms }) => provePool({ ...pool, knownCredits: 0 }, members, terms),
    },
  },
  {
    guard: 'the total is charged to each pool whole',
    scenario: team,
    guards: {
      ...allLiveGuards,
      prove: ({ pool, members, terms }) => {
        const share = pool.memberIds.length / members.length;
        const readings = terms.readings.map((each) => ({ ...each, credits: Math.floor(each.credits * share) }));
        return provePool(pool, members, { ...terms, readings });
      },
    },
  },
  { guard: 'every pool of a user binds', scenario: team, guards: { ...allLiveGuards, allPools: false } },
  {
    guard: 'the exposure stays within the cap',
    scenario: 'totals that are entirely wrong, with a cap',
    guards: { ...allLiveGuards, free: (proof) => freeCredits(proof, partOf({ capPercent: 1_000 })) },
  },
  {
    guard: 'without a cap the exposure stays within the amount',
    scenario: 'totals that are entirely wrong, without a cap',
    guards: { ...allLiveGuards, free: (proof) => freeCredits(proof, partOf({ capPercent: 1_000 })) },
  },
];

function withTerms(alter: (terms: ProofTerms) => ProofTerms): LiveGuards {
  return { ...allLiveGuards, prove: ({ pool, members, terms }) => provePool(pool, members, alter(terms)) };
}

function withReadings(alter: (reading: TotalsReading) => TotalsReading): LiveGuards {
  return withTerms((terms) => ({ ...terms, readings: terms.readings.map(alter) }));
}

/** The bound of a reading carried without the raises since then. */
function withoutLaterLimits({ pool, members, terms }: ProofInput): PoolProof {
  const exposed = provePool(pool, members, { ...terms, readings: [] });
  const bounds = terms.readings.map((reading) => {
    const earlier = members.map((member) => ({
      ...member,
      limits: member.limits.filter(({ fromMs }) => fromMs < reading.beganAtMs),
    }));
    return provePool(pool, earlier, { ...terms, readings: [reading] }).boundCredits;
  });
  return { ...exposed, boundCredits: Math.min(exposed.boundCredits, ...bounds) };
}

/** Each member's use as hints say, and they say that all of it was the last member's. */
function byNames({ pool, members, terms }: ProofInput): PoolProof {
  const exposed = provePool(pool, members, terms);
  const named = terms.readings.map(({ credits, beganAtMs }) =>
    members.reduce((sum, { limits }, index) => {
      const inForce = limits.filter(({ untilMs = Infinity }) => untilMs > beganAtMs - terms.lagMs);
      const most = inForce.reduce((reach, { limitCredits }) => Math.max(reach, limitCredits), 0);
      return sum + (index === members.length - 1 ? Math.max(most, credits) : most);
    }, 0),
  );
  return { ...exposed, boundCredits: Math.min(exposed.boundCredits, ...named) };
}
