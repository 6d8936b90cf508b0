import type { PoolAssumptions } from '../../../shared/pools/assumptions.ts';
import { afterPut, type LimitInForce, type SentNow } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { Moment } from '../../../shared/pools/moment.ts';

/** The rules that keep a pool from being overspent, each as a part that a test can take out. */
export interface Guards {
  readonly afterPut: (limits: readonly LimitInForce[], sent: SentNow) => readonly LimitInForce[];
  /** What of the limits in force since the known data is counted. */
  readonly countedLimits: (limits: readonly LimitInForce[]) => readonly LimitInForce[];
  readonly assumptions: (assumptions: PoolAssumptions) => PoolAssumptions;
  readonly moment: (moment: Moment) => Moment;
  /** The share of what is known to be consumed that is held against the pool. */
  readonly knownShare: number;
  /** Whether what gives waits for what the taking came to. */
  readonly givesWait: boolean;
  /** Whether all pools are held to, or only the first. */
  readonly allPools: boolean;
}

export const allGuards: Guards = {
  afterPut,
  countedLimits: (limits) => limits,
  assumptions: (assumptions) => assumptions,
  moment: (moment) => moment,
  knownShare: 1,
  givesWait: true,
  allPools: true,
};

const dayMs = 86_400_000;

/** One guard gone, and the scenario in which that shows. */
interface Removal {
  readonly guard: string;
  readonly scenario: string;
  readonly guards: Guards;
}

/** All guards but one. */
export const removals: readonly Removal[] = [
  {
    guard: 'limits that were in force since the known data count',
    scenario: 'a month of two users',
    guards: { ...allGuards, countedLimits: () => [{ limitCredits: 0, fromMs: -Infinity, outcome: 'confirmed' }] },
  },
  {
    guard: 'a limit whose answer was lost may be in force',
    scenario: 'a month of two users',
    guards: {
      ...allGuards,
      afterPut: (limits, sent) => (sent.outcome === 'unknown' ? limits : afterPut(limits, sent)),
    },
  },
  {
    guard: 'what stood before a lost answer may still be in force',
    scenario: 'a month of two users',
    guards: {
      ...allGuards,
      afterPut: (limits, sent) =>
        afterPut(limits, { ...sent, outcome: sent.outcome === 'unknown' ? 'done' : sent.outcome }),
    },
  },
  {
    guard: 'a refused row leaves the old limit in force',
    scenario: 'a month of two users',
    guards: {
      ...allGuards,
      afterPut: (limits, sent) =>
        afterPut(limits, { ...sent, outcome: sent.outcome === 'failed' ? 'done' : sent.outcome }),
    },
  },
  {
    guard: 'what is unknown begins where the data ends, however late it is',
    scenario: 'a month of two users',
    guards: {
      ...allGuards,
      moment: (moment) => ({ ...moment, knownUntilMs: Math.floor(moment.nowMs / dayMs) * dayMs }),
    },
  },
  {
    guard: 'what is known to be consumed is held against the pool',
    scenario: 'a month of two users',
    guards: { ...allGuards, knownShare: 0 },
  },
  {
    guard: 'an old limit counts until its enforcement has surely ended',
    scenario: 'a run shortly before midnight',
    guards: { ...allGuards, assumptions: (assumptions) => ({ ...assumptions, enforcementDelayMinutes: 0 }) },
  },
  {
    guard: 'a day counts as known only once it has settled',
    scenario: 'days that are restated while they settle',
    guards: { ...allGuards, assumptions: (assumptions) => ({ ...assumptions, settleDays: 0 }) },
  },
  {
    guard: 'what a turn consumes past the limit counts',
    scenario: 'turns that finish past the limit',
    guards: { ...allGuards, assumptions: (assumptions) => ({ ...assumptions, inFlightCredits: 0 }) },
  },
  {
    guard: 'limits of now are looked at across the coming turn',
    scenario: 'a week that spans the turn',
    guards: { ...allGuards, moment: (moment) => ({ ...moment, heldUntilMs: moment.nowMs }) },
  },
  {
    guard: 'a day that begins with a platform window is looked at before it begins',
    scenario: 'days that turn with the platform window',
    guards: { ...allGuards, moment: (moment) => ({ ...moment, heldUntilMs: moment.nowMs }) },
  },
  {
    guard: 'the platform counts anew after a turn, so that the old limit is open again',
    scenario: 'a week that spans the turn',
    guards: { ...allGuards, moment: (moment) => ({ ...moment, platformWindow: { anchorDay: 15 } }) },
  },
  {
    guard: 'the platform counts anew after a turn, in a pool of the same window',
    scenario: 'the turn of the platform window',
    guards: { ...allGuards, countedLimits: (limits) => limits.slice(-1).map(fromEver) },
  },
  {
    guard: 'what gives waits for what the taking came to',
    scenario: 'use that is bounded by time',
    guards: { ...allGuards, givesWait: false },
  },
  {
    guard: 'whoever was without a limit is unbounded until the data shows what was consumed',
    scenario: 'a newcomer without a limit',
    guards: {
      ...allGuards,
      countedLimits: (limits) => limits.filter(({ limitCredits }) => Number.isFinite(limitCredits)).map(fromEver),
    },
  },
  {
    guard: 'every pool of a user binds',
    scenario: 'a team inside the organization, on another window',
    guards: { ...allGuards, allPools: false },
  },
];

function fromEver(limit: LimitInForce): LimitInForce {
  return { ...limit, fromMs: -Infinity };
}
