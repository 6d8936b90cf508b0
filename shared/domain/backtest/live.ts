import { windowAt } from '../budgets/window.ts';
import { decideAsk, usedCreditsOf } from '../live/giving/decide-ask.ts';
import { defaultGivingRule, nightShareAt, probeOf, trancheOf } from '../live/giving/giving-rule.ts';
import { giveCredits, type GivenLimit, type GivingUser } from '../live/giving/give-credits.ts';
import { eveningLimit, type EveningUser } from '../live/giving/return-credits.ts';
import { freeCredits, type TotalsReading } from '../live/live-pool.ts';
import { liveMember, provePool } from '../live/pool-proof.ts';
import { sumOf } from '../forecast/daily-credits.ts';
import { unknownPeriods, type Moment } from '../pools/moment.ts';
import type { NightFloat } from '../pools/night-float.ts';
import type { Pool } from '../pools/pool.ts';
import { nightlyMinute } from '../runs/run-minutes.ts';
import { addDays, dayOf, msPerMinute, startOfDayMs } from '../time/day.ts';
import type { BacktestSetup } from './backtest-setup.ts';
import { reportedSince, type LookView, type Policy, type PolicyView } from './policy.ts';
import { exposedMembers, limitsNow, limitsOfRun, momentOf, pooledState, poolsReached, send, type PooledState } from './pooled.ts';
import { seenUse, type SeenUse, type UseAt } from './seen-use.ts';
import { minutesPerDay } from './settle-wanted.ts';

/** The minute of each hour in which there is a look. */
const lookMinute = 15;
const minutesPerHour = 60;
const rule = defaultGivingRule;

interface LiveState {
  readonly pooled: PooledState;
  readonly seen: SeenUse;
  /** What had been consumed at the last moments, the last one last. */
  uses: readonly (UseAt & { readonly atMs: number })[];
}

/**
 * The strict division at night, which leaves a float for those who are seen at work; an hourly look that gives it to
 * them; and in the evening what is not needed is taken back, so that the night has it at once.
 */
export function live(users: readonly string[], setup: BacktestSetup): Policy {
  const state: LiveState = {
    pooled: pooledState(users, setup, { kind: 'strict' }),
    seen: seenUse(users, setup.live),
    uses: [],
  };
  return {
    limitsAt: (view) => limitsAtNight(state, view),
    looks: { minutes: minutesOf(setup), limitsAt: (view) => limitsAtLook(state, view) },
  };
}

/** Of the looks, and of the moments whose use they see. */
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

/** Nothing floats where nothing could be given before the next night. */
function floatOf(pooled: PooledState, { isSeen, coverage }: SeenUse, view: PolicyView): NightFloat {
  const canGive = givingPool(pooled, view, momentOf(pooled.setup, view)) !== undefined;
  return {
    seenIds: new Set(canGive ? pooled.users.filter((_, user) => isSeen[user]) : []),
    nightShare: nightShareAt(rule, coverage()),
    probeShare: rule.probeShare,
  };
}

/** The pool of now; none where a limit may be used up twice before the next night, as the platform window turns. */
function givingPool(pooled: PooledState, view: PolicyView, moment: Moment): Pool | undefined {
  const today = windowAt(pooled.setup.window, view.today, pooled.setup.platformWindow);
  const pool = poolsReached(pooled, view, moment).find(({ window }) => window.from === today.from);
  return pool !== undefined && unknownPeriods(pool.window, moment).length === 1 ? pool : undefined;
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

/** As many as there are in the longest lag. */
const usesKept = 8;

function changesAt({ pooled, seen, uses }: LiveState, view: LookView): readonly LimitAt[] {
  const { setup } = pooled;
  const use = uses.findLast(({ atMs }) => atMs <= view.nowMs - setup.live.lagMinutes * msPerMinute);
  if (use === undefined) {
    return [];
  }
  seen.look(use);
  const moment = momentOf(setup, view);
  const pool = givingPool(pooled, view, moment);
  if (pool === undefined) {
    return [];
  }
  const look: Look = { pooled, seen, view, use, moment, pool };
  const people = peopleAt(look);
  const changes = givenAt(look, people);
  return isEvening(view, setup) ? [...changes, ...takenInTheEvening(look, people, changes)] : changes;
}

type LimitAt = Pick<GivenLimit, 'userId' | 'limitCredits'>;

interface Look {
  readonly pooled: PooledState;
  readonly seen: SeenUse;
  readonly view: LookView;
  readonly use: UseAt & { readonly atMs: number };
  readonly moment: Moment;
  readonly pool: Pool;
}

interface People {
  readonly users: readonly EveningUser[];
  /** Of the pool, by what is known and seen. */
  readonly leftCredits: number;
}

function peopleAt({ pooled, seen, view, moment, pool }: Look): People {
  const { users, setup } = pooled;
  const known = reportedSince(view, windowAt('platform', view.today, setup.platformWindow).from);
  const limits = limitsNow(pooled);
  const withYesterday = dayOf(moment.knownUntilMs) < view.today && pool.window.from < view.today;
  const people = users.map((_, user) => ({
    ...seen.of(user, withYesterday),
    limitCredits: limits[user] ?? 0,
    knownCredits: known[user] ?? 0,
    isSeen: seen.isSeen[user] === true,
  }));
  const seenCredits = people.reduce((sum, { hintedCredits }) => sum + hintedCredits, 0) / seen.coverage();
  return { users: people, leftCredits: Math.max(0, pool.amountCredits - pool.knownCredits - seenCredits) };
}

function givenAt(look: Look, { users, leftCredits }: People): readonly LimitAt[] {
  const { pooled, seen, view } = look;
  const terms = {
    rule,
    coverage: seen.coverage(),
    trancheCredits: trancheOf(rule, leftCredits, users.length),
    hoursUntilNight: hoursUntilNight(view),
  };
  const asks = users.map((user) => decideAsk(user, terms));
  if (!asks.some((ask) => ask?.isUrgent)) {
    return [];
  }
  const { free, members } = provenAt(look);
  const giving = users.map((user, index): GivingUser => {
    const member = members[index];
    return {
      userId: pooled.users[index] ?? '',
      limitCredits: user.limitCredits,
      inForceCredits: member?.inForceCredits ?? user.limitCredits,
      knownCredits: member?.knownCredits ?? 0,
      usedCredits: usedCreditsOf(user, terms.coverage),
      isIdle: user.isSeen && terms.coverage === 1 && user.idleHours > 1,
      ...asks[index],
    };
  });
  const probeCredits = probeOf(rule, leftCredits, users.length);
  return giveCredits({ pools: [{ ...free, memberIds: pooled.users }], users: giving, probeCredits }).changes;
}

/** What is free of the pool, by the totals as far as they are to be had. */
function provenAt({ pooled, view, use, moment, pool }: Look) {
  const { assumptions, live: { bounds, lagMinutes } } = pooled.setup;
  const exposed = exposedMembers(pooled, view, moment);
  const [period] = unknownPeriods(pool.window, moment);
  const proof = provePool(pool, exposed, {
    moment,
    assumptions,
    bounds,
    lagMs: lagMinutes * msPerMinute,
    readings: [readingOf(use, { fromMs: period?.fromMs ?? 0, lagMinutes })],
  });
  const terms = { period, sinceMs: view.nowMs, inFlightCredits: assumptions.inFlightCredits };
  const cappedCredits = Math.floor(proof.amountCredits * (1 + bounds.capPercent / 100)) - proof.worstCaseCredits;
  return {
    free: {
      id: pool.name,
      freeCredits: proof.unboundedIds.length > 0 ? 0 : freeCredits(proof, bounds),
      freeableCredits: Math.max(0, cappedCredits),
    },
    members: period === undefined ? [] : exposed.map((member) => liveMember(member, { ...terms, period })),
  };
}

/** Everybody's use since the known data ends, as it was at the moment; it shows with the lag. */
function readingOf(
  { atMs, today, usedToday, usedYesterday }: Look['use'],
  { fromMs, lagMinutes }: { readonly fromMs: number; readonly lagMinutes: number },
): TotalsReading {
  const ofToday = startOfDayMs(today) >= fromMs ? sumOf(usedToday) : 0;
  const ofYesterday = startOfDayMs(addDays(today, -1)) >= fromMs ? sumOf(usedYesterday) : 0;
  return { credits: ofToday + ofYesterday, beganAtMs: atMs + lagMinutes * msPerMinute };
}

/** The last look after which a limit surely ends before the day does; not where all is divided anew then. */
function isEvening({ minute, today }: LookView, { assumptions, window, platformWindow }: BacktestSetup): boolean {
  const endMinute = minute + assumptions.enforcementDelayMinutes;
  const tomorrow = addDays(today, 1);
  return (
    endMinute <= minutesPerDay &&
    endMinute + minutesPerHour > minutesPerDay &&
    windowAt('platform', tomorrow, platformWindow).from < tomorrow &&
    windowAt(window, tomorrow, platformWindow).from < tomorrow
  );
}

function takenInTheEvening(look: Look, { users, leftCredits }: People, changes: readonly LimitAt[]): readonly LimitAt[] {
  const { pooled, seen, view } = look;
  const changed = new Set(changes.map(({ userId }) => userId));
  const terms = {
    rule,
    coverage: seen.coverage(),
    probeCredits: probeOf(rule, leftCredits, users.length),
    hoursUntilNight: hoursUntilNight(view),
  };
  return users.flatMap((user, index): readonly LimitAt[] => {
    const userId = pooled.users[index] ?? '';
    const limitCredits = eveningLimit(user, terms);
    return changed.has(userId) || limitCredits >= user.limitCredits ? [] : [{ userId, limitCredits }];
  });
}

function hoursUntilNight({ minute }: LookView): number {
  return ((minute < nightlyMinute ? 0 : minutesPerDay) + nightlyMinute - minute) / minutesPerHour;
}
