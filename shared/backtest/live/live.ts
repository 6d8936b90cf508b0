import { sumOf } from '../../forecast/daily-credits.ts';
import { nightlyMinute } from '../../kernel/runs/next-run.ts';
import { msPerMinute, startOfDayMs, type Day } from '../../kernel/time/day.ts';
import { decideAsk, usedCreditsOf } from '../../live/giving/decide-ask.ts';
import { eveningShareOf } from '../../live/giving/evening-share.ts';
import { giveCredits, type GivenLimit, type GivingUser } from '../../live/giving/give-credits.ts';
import { defaultGivingRule, nightShareAt, probeOf, trancheOf } from '../../live/giving/giving-rule.ts';
import { isEvening, eveningLimit } from '../../live/giving/return-credits.ts';
import type { WholeReading } from '../../live/totals/totals-state.ts';
import type { NightFloat } from '../../pools/night-float.ts';
import type { BacktestSetup } from '../backtest-setup.ts';
import type { LookView, Policy, PolicyView } from '../policy.ts';
import { limitsNow, limitsOfRun, momentOf, pooledState, send, type PooledState } from '../pooled.ts';
import { minutesPerDay } from '../trace.ts';
import { givingPool, lookOf, minutesPerHour, type UseThen, type LookInputs } from './live-look.ts';
import { ReplayedHints } from './replayed-hints.ts';

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

type LimitAt = Pick<GivenLimit, 'userId' | 'limitCredits'>;

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
