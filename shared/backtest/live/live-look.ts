import { windowAt } from '../../budgets/window.ts';
import { sumOf } from '../../forecast/daily-credits.ts';
import { nightlyMinute } from '../../kernel/runs/next-run.ts';
import { addDays, msPerMinute, startOfDayMs } from '../../kernel/time/day.ts';
import type { EveningUser } from '../../live/giving/return-credits.ts';
import { cappedCreditsOf, freeCredits, type LiveMember, type TotalsReading } from '../../live/live-pool.ts';
import { liveMember, provePool } from '../../live/pool-proof.ts';
import { unknownPeriods, type Moment, type UnknownPeriod } from '../../pools/moment.ts';
import type { Pool } from '../../pools/pool.ts';
import { reportedSince, type LookView, type PolicyView } from '../policy.ts';
import { exposedMembers, limitsNow, momentOf, poolsReached, type PooledState } from '../pooled.ts';
import { minutesPerDay } from '../trace.ts';
import type { ReplayedHints, UseAt } from './replayed-hints.ts';

export const minutesPerHour = 60;

export interface UseThen extends UseAt {
  readonly atMs: number;
}

export interface LookInputs {
  readonly pooled: PooledState;
  readonly pool: Pool;
  readonly users: readonly EveningUser[];
  readonly coverage: number;
  readonly leftCredits: number;
  readonly hoursUntilNight: number;
  readonly prove: () => Proven;
}

interface Proven {
  readonly freeCredits: number;
  readonly freeableCredits: number;
  readonly members: readonly LiveMember[];
}

interface LookSources {
  readonly pooled: PooledState;
  readonly seen: ReplayedHints;
  readonly use: UseThen;
}

export function lookOf({ pooled, seen, use }: LookSources, view: LookView): LookInputs | undefined {
  const moment = momentOf(pooled.setup, view);
  const giving = givingPool(pooled, view, moment);
  if (giving === undefined) {
    return undefined;
  }
  const { pool, period } = giving;
  const known = reportedSince(view, windowAt('platform', view.today, pooled.setup.platformWindow).from);
  const limits = limitsNow(pooled);
  const users = pooled.users.map((_, user) => ({
    ...seen.hintsOf(user, period.fromMs < startOfDayMs(view.today)),
    limitCredits: limits[user] ?? 0,
    knownCredits: known[user] ?? 0,
    isSeen: seen.isSeen[user] === true,
  }));
  const coverage = seen.coverage();
  const seenCredits = users.reduce((sum, { hintedCredits }) => sum + hintedCredits, 0) / coverage;
  return {
    pooled,
    pool,
    users,
    coverage,
    leftCredits: Math.max(0, pool.amountCredits - pool.knownCredits - seenCredits),
    hoursUntilNight: hoursUntilNight(view),
    prove: () => provenAt({ pooled, use, moment, ...giving }, view),
  };
}

interface GivingPool {
  readonly pool: Pool;
  readonly period: UnknownPeriod;
}

/** Undefined where a limit may be used up twice before the next nightly run because the platform window turns. */
export function givingPool(pooled: PooledState, view: PolicyView, moment: Moment): GivingPool | undefined {
  const today = windowAt(pooled.setup.window, view.today, pooled.setup.platformWindow);
  const pool = poolsReached(pooled, view, moment).find(({ window }) => window.from === today.from);
  const [period, ...others] = pool === undefined ? [] : unknownPeriods(pool.window, moment);
  return pool !== undefined && period !== undefined && others.length === 0 ? { pool, period } : undefined;
}

function provenAt(
  { pooled, use, moment, pool, period }: Omit<LookSources, 'seen'> & GivingPool & { readonly moment: Moment },
  view: LookView,
): Proven {
  const { assumptions, live } = pooled.setup;
  const lagMs = live.lagMinutes * msPerMinute;
  const exposed = exposedMembers(pooled, view, moment);
  const reading: TotalsReading = { credits: usedSince(use, period.fromMs), beganAtMs: use.atMs + lagMs };
  const terms = { moment, assumptions, bounds: live.bounds, lagMs, readings: [reading] };
  const proof = provePool(pool, exposed, terms);
  const cappedCredits = cappedCreditsOf(proof.amountCredits, live.bounds);
  const memberTerms = { period, sinceMs: view.nowMs, inFlightCredits: assumptions.inFlightCredits };
  return {
    freeCredits: proof.unboundedIds.length > 0 ? 0 : freeCredits(proof, live.bounds),
    freeableCredits: Math.max(0, cappedCredits - proof.worstCaseCredits),
    members: exposed.map((member) => liveMember(member, memberTerms)),
  };
}

function usedSince({ today, usedToday, usedYesterday }: UseThen, fromMs: number): number {
  const ofToday = startOfDayMs(today) >= fromMs ? sumOf(usedToday) : 0;
  const ofYesterday = startOfDayMs(addDays(today, -1)) >= fromMs ? sumOf(usedYesterday) : 0;
  return ofToday + ofYesterday;
}

function hoursUntilNight({ minute }: LookView): number {
  return ((minute < nightlyMinute ? 0 : minutesPerDay) + nightlyMinute - minute) / minutesPerHour;
}
