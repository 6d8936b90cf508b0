import { windowAt } from '../budgets/window.ts';
import { nightlyMinute, windowStartMinute } from '../kernel/runs/next-run.ts';
import { addDays, msPerMinute, startOfDayMs, type Day } from '../kernel/time/day.ts';
import type { BacktestSetup } from './backtest-setup.ts';
import type { Policy, PolicyView } from './policy.ts';
import { emptyTally, type Tally } from './score.ts';
import { dayOfTrace, type Trace, minuteOfRefusal, minutesPerDay, settleWanted } from './trace.ts';

interface Replay {
  readonly trace: Trace;
  readonly setup: BacktestSetup;
  readonly policy: Policy;
  readonly tally: Tally;
  readonly usedInPlatformWindow: number[];
  readonly reported: number[][];
  limits: readonly number[];
  poolLeft: number;
}

/** Replays a trace under a policy like the platform: limits apply at once, analytics lag by a day. */
export function replay(trace: Trace, setup: BacktestSetup, policy: Policy): Tally {
  const state: Replay = {
    trace,
    setup,
    policy,
    tally: emptyTally(),
    usedInPlatformWindow: trace.users.map(() => 0),
    reported: trace.users.map(() => []),
    limits: trace.users.map(() => Infinity),
    poolLeft: setup.amountCredits,
  };
  setLimits(state, { day: trace.from, minute: 0, dataThrough: addDays(trace.from, -1) });
  for (let number = 0; number < trace.days; number += 1) {
    replayDay(state, number);
  }
  closePool(state);
  return state.tally;
}

function replayDay(state: Replay, number: number): void {
  const { trace, setup } = state;
  const day = dayOfTrace(trace, number);
  const isPlatformStart = windowAt('platform', day, setup.platformWindow).from === day;
  if (isPlatformStart) {
    state.usedInPlatformWindow.fill(0);
  }
  if (number > 0 && windowAt(setup.window, day, setup.platformWindow).from === day) {
    closePool(state);
    state.poolLeft = setup.amountCredits;
  }
  const granted = trace.users.map(() => 0);
  const steps = stepsOf(state.policy, isPlatformStart);
  let fromMinute = 0;
  for (const { minute, kind } of steps) {
    settleUntil(state, { day, number, fromMinute, untilMinute: minute }, granted);
    fromMinute = minute;
    switch (kind) {
      case 'window-start':
        setLimits(state, { day, minute, dataThrough: addDays(day, -2) });
        break;
      case 'nightly':
        setLimits(state, { day, minute, dataThrough: addDays(day, -1) });
        break;
      case 'look':
        look(state, { day, minute, dataThrough: addDays(day, minute < nightlyMinute ? -2 : -1) }, granted);
        break;
    }
  }
  settleUntil(state, { day, number, fromMinute, untilMinute: minutesPerDay }, granted);
  // The day becomes visible to policies with the next nightly run.
  granted.forEach((credits, user) => state.reported[user]?.push(credits));
}

interface Step {
  readonly minute: number;
  readonly kind: 'window-start' | 'nightly' | 'look';
}

function stepsOf({ looks }: Policy, isPlatformStart: boolean): readonly Step[] {
  const steps: readonly Step[] = [
    ...(isPlatformStart ? [{ minute: windowStartMinute, kind: 'window-start' as const }] : []),
    { minute: nightlyMinute, kind: 'nightly' },
    ...(looks?.minutes ?? []).map((minute) => ({ minute, kind: 'look' as const })),
  ];
  return steps.toSorted((a, b) => a.minute - b.minute);
}

function settleUntil(
  state: Replay,
  {
    day,
    number,
    fromMinute,
    untilMinute,
  }: { readonly day: Day; readonly number: number; readonly fromMinute: number; readonly untilMinute: number },
  granted: number[],
): void {
  const { trace, tally, usedInPlatformWindow } = state;
  let refusedInPart = 0;
  trace.users.forEach((user, index) => {
    const wantedOfDayCredits = trace.wanted[index]?.[number] ?? 0;
    if (wantedOfDayCredits === 0) {
      return;
    }
    const used = usedInPlatformWindow[index] ?? 0;
    const stretch = { wantedOfDayCredits, fromMinute, untilMinute, leftCredits: (state.limits[index] ?? 0) - used };
    const { grantedCredits, refusedCredits } = settleWanted(stretch);
    usedInPlatformWindow[index] = used + grantedCredits;
    granted[index] = (granted[index] ?? 0) + grantedCredits;
    state.poolLeft -= grantedCredits;
    tally.granted += grantedCredits;
    refusedInPart += refusedCredits;
    if (refusedCredits > 0) {
      tally.stops.push({ user, day, minute: minuteOfRefusal(stretch), refusedCredits });
    }
  });
  tally.refused += refusedInPart;
  tally.refusedWhileFunded += Math.min(refusedInPart, Math.max(0, state.poolLeft));
}

interface RunAt {
  readonly day: Day;
  readonly minute: number;
  readonly dataThrough: Day;
}

function setLimits(state: Replay, runAt: RunAt): void {
  applyLimits(state, state.policy.limitsAt(viewOf(state, runAt)));
}

function look(state: Replay, lookAt: RunAt, usedToday: readonly number[]): void {
  const { policy, reported } = state;
  if (policy.looks !== undefined) {
    const usedYesterday = reported.map((credits) => credits.at(-1) ?? 0);
    const view = { ...viewOf(state, lookAt), minute: lookAt.minute, usedToday, usedYesterday };
    applyLimits(state, policy.looks.limitsAt(view));
  }
}

const rowsPerRequest = 100;

function applyLimits(state: Replay, limits: readonly number[]): void {
  const before = state.limits;
  const lowered = limits.filter((limit, user) => limit < (before[user] ?? Infinity)).length;
  const raised = limits.filter((limit, user) => limit > (before[user] ?? Infinity)).length;
  state.tally.limitRequests += Math.ceil(lowered / rowsPerRequest) + Math.ceil(raised / rowsPerRequest);
  state.limits = limits;
}

function viewOf({ reported }: Replay, { day, minute, dataThrough }: RunAt): PolicyView {
  const isYesterdayHidden = dataThrough < addDays(day, -1) && reported.some((credits) => credits.length > 0);
  return {
    nowMs: startOfDayMs(day) + minute * msPerMinute,
    today: day,
    dataThrough,
    reported: isYesterdayHidden ? reported.map((credits) => credits.slice(0, -1)) : reported,
  };
}

function closePool({ tally, poolLeft }: Replay): void {
  tally.overspent += Math.max(0, -poolLeft);
}
