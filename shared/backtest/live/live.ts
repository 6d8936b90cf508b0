import { windowAt } from '../../budgets/window.ts';
import { sumOf } from '../../forecast/daily-credits.ts';
import { nightlyMinute } from '../../kernel/runs/next-run.ts';
import { addDays, type Day, msPerMinute, startOfDayMs } from '../../kernel/time/day.ts';
import { decideAsk, usedCreditsOf } from '../../live/giving/decide-ask.ts';
import { eveningShareOf } from '../../live/giving/evening-share.ts';
import { giveCredits, type GivingUser } from '../../live/giving/give-credits.ts';
import { defaultGivingRule, nightShareAt, probeOf, trancheOf } from '../../live/giving/giving-rule.ts';
import { eveningLimit, type EveningUser, isEvening } from '../../live/giving/return-credits.ts';
import { cappedCreditsOf, freeCredits, type LiveMember, type TotalsReading } from '../../live/live-pool.ts';
import { liveMember, provePool } from '../../live/pool-proof.ts';
import type { WholeReading } from '../../live/totals/totals-state.ts';
import { type Moment, type UnknownPeriod, unknownPeriods } from '../../pools/moment.ts';
import type { NightFloat } from '../../pools/night-float.ts';
import type { Pool } from '../../pools/pool.ts';
import type { BacktestSetup } from '../backtest-setup.ts';
import { type LookView, type Policy, type PolicyView, reportedSince } from '../policy.ts';
import {
  exposedMembers,
  limitsNow,
  limitsOfRun,
  momentOf,
  pooledState,
  type PooledState,
  poolsReached,
  send,
} from '../pooled.ts';
import { minutesPerDay } from '../trace.ts';
import { ReplayedHints, type UseAt } from './replayed-hints.ts';

const minutesPerHour = 60;

interface UseThen extends UseAt {
  readonly atMs: number;
}

interface LookInputs {
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

function lookOf({ pooled, seen, use }: LookSources, view: LookView): LookInputs | undefined {
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
function givingPool(pooled: PooledState, view: PolicyView, moment: Moment): GivingPool | undefined {
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

const lookMinute = 15;

interface LiveState {
  readonly pooled: PooledState;
  readonly seen: ReplayedHints;
  uses: readonly UseThen[];
  readings: readonly WholeReading[];
  usedBefore: { readonly day: Day; readonly credits: number } | undefined;
}

/** The strict nightly division with a float, which hourly looks give to people at work and the evening takes back. */
export function live(users: readonly string[], setup: BacktestSetup): Policy {
  const state: LiveState = {
    pooled: pooledState(users, setup, { kind: 'strict' }),
    seen: new ReplayedHints(users, setup.live),
    uses: [],
    readings: [],
    usedBefore: undefined,
  };
  return {
    limitsAt: (view) => limitsAtNight(state, view),
    looks: { minutes: minutesOf(setup), limitsAt: (view) => limitsAtLook(state, view) },
  };
}

function minutesOf({ live: { lagMinutes } }: BacktestSetup): readonly number[] {
  const hours = Array.from({ length: minutesPerDay / minutesPerHour }, (_, hour) => hour * minutesPerHour);
  const seenMinute = (((lookMinute - lagMinutes) % minutesPerHour) + minutesPerHour) % minutesPerHour;
  return hours.flatMap((minute) => [...new Set([minute + lookMinute, minute + seenMinute])]);
}

function limitsAtNight({ pooled, seen }: LiveState, view: PolicyView): readonly number[] {
  if (view.nowMs === startOfDayMs(view.today) + nightlyMinute * msPerMinute) {
    seen.compare(view.today, view.reported);
  }
  return limitsOfRun(pooled, view, floatOf(pooled, seen, view));
}

function floatOf(pooled: PooledState, seen: ReplayedHints, view: PolicyView): NightFloat {
  const canGive = givingPool(pooled, view, momentOf(pooled.setup, view)) !== undefined;
  return {
    seenIds: new Set(canGive ? pooled.users.filter((_, user) => seen.isSeen[user]) : []),
    nightShare: nightShareAt(defaultGivingRule, seen.coverage()),
    probeShare: defaultGivingRule.probeShare,
  };
}

function limitsAtLook(state: LiveState, view: LookView): readonly number[] {
  const { pooled } = state;
  const { today, minute, usedYesterday } = view;
  state.uses = [
    ...state.uses.slice(-usesKept),
    { atMs: view.nowMs, today, minute, usedToday: [...view.usedToday], usedYesterday },
  ];
  if (minute % minutesPerHour === lookMinute) {
    const changes = changesAt(state, view);
    send(pooled, view.nowMs, changes);
    if (changes.length > 0 && pooled.lastNight !== undefined) {
      pooled.lastNight = { ...pooled.lastNight, limits: limitsNow(pooled) };
    }
  }
  return limitsNow(pooled);
}

const usesKept = 8;

function changesAt(state: LiveState, view: LookView): ReturnType<typeof givenChanges> {
  const { pooled, seen, uses } = state;
  const use = uses.findLast(({ atMs }) => atMs <= view.nowMs - pooled.setup.live.lagMinutes * msPerMinute);
  if (use === undefined) {
    return [];
  }
  seen.look(use);
  state.readings = [...state.readings.slice(-readingsKept), readingOf(state, use)];
  const look = lookOf({ pooled, seen, use }, view);
  if (look === undefined) {
    return [];
  }
  const given = givenChanges(look);
  const { assumptions, platformWindow, live } = pooled.setup;
  const evening = isEvening({
    nowMs: view.nowMs,
    enforcementDelayMinutes: assumptions.enforcementDelayMinutes,
    platformWindow,
    lastDays: [look.pool.window.through],
  });
  if (!evening) {
    return given;
  }
  const hours = {
    nowMs: use.atMs,
    nightMs: use.atMs + look.hoursUntilNight * minutesPerHour * msPerMinute,
    lagMs: live.lagMinutes * msPerMinute,
  };
  // The replay begins with a running installation that has learned its evenings.
  const eveningShare = eveningShareOf(state.readings, hours, defaultGivingRule) ?? defaultGivingRule.eveningShare;
  return [...given, ...eveningChanges(look, { given, eveningShare })];
}

const readingsKept = 24 * 8;

function readingOf(state: LiveState, { atMs, today, usedToday, usedYesterday }: UseThen): WholeReading {
  const { day, credits } = state.usedBefore ?? { day: today, credits: 0 };
  const before = day === today ? credits : credits + sumOf(usedYesterday);
  state.usedBefore = { day: today, credits: before };
  return { beganAtMs: atMs, credits: before + sumOf(usedToday) };
}

type LimitAt = { readonly userId: string; readonly limitCredits: number };

const rule = defaultGivingRule;

function givenChanges(look: LookInputs): readonly LimitAt[] {
  const { pooled, pool, users, coverage, leftCredits, hoursUntilNight } = look;
  const trancheCredits = trancheOf(rule, leftCredits, users.length);
  const asks = users.map((user) => decideAsk(user, { rule, trancheCredits, coverage, hoursUntilNight }));
  if (!asks.some((ask) => ask?.isUrgent)) {
    return [];
  }
  const { members, ...free } = look.prove();
  const giving = users.map((user, index): GivingUser => {
    const { inForceCredits, knownCredits } = members[index] ?? { inForceCredits: user.limitCredits, knownCredits: 0 };
    return {
      userId: pooled.users[index] ?? '',
      limitCredits: user.limitCredits,
      inForceCredits,
      knownCredits,
      usedCredits: usedCreditsOf(user, coverage),
      isIdle: user.isSeen && coverage === 1 && user.idleHours > 1,
      ...asks[index],
    };
  });
  const probeCredits = probeOf(rule, leftCredits, users.length);
  const pools = [{ id: pool.name, memberIds: pooled.users, ...free }];
  return giveCredits({ pools, users: giving, probeCredits }).changes;
}

function eveningChanges(
  { pooled, users, coverage, leftCredits, hoursUntilNight }: LookInputs,
  { given, eveningShare }: { readonly given: readonly LimitAt[]; readonly eveningShare: number },
): readonly LimitAt[] {
  const givenIds = new Set(given.map(({ userId }) => userId));
  const probeCredits = probeOf(rule, leftCredits, users.length);
  const terms = { rule, coverage, hoursUntilNight, probeCredits, eveningShare };
  const { eveningReturn } = pooled.setup.live;
  return users.flatMap((user, index): readonly LimitAt[] => {
    const userId = pooled.users[index] ?? '';
    const limitCredits = eveningLimit(user, terms);
    const isLeft = givenIds.has(userId) || (eveningReturn === 'seen' && !user.isSeen);
    return isLeft || limitCredits >= user.limitCredits ? [] : [{ userId, limitCredits }];
  });
}
