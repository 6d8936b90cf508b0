import { sumOf } from '../forecast/daily-credits.ts';
import type { Guarantee } from '../budgets/budget.ts';
import { windowAt } from '../budgets/window.ts';
import { unknownDemand } from '../pools/demand.ts';
import { dividePools } from '../pools/divide-pools.ts';
import { estimateDemand } from '../pools/estimate-demand.ts';
import { afterPut, sinceKnown, currentLimit, type LimitInForce } from '../pools/limit-in-force.ts';
import type { DividedMember } from '../pools/member-exposure.ts';
import { knownUntil, windowsReached, type Moment } from '../pools/moment.ts';
import type { PoolPlan } from '../pools/pool-plan.ts';
import type { Pool } from '../pools/pool.ts';
import { addDays, dayOf, msPerMinute, startOfDayMs, type Day } from '../time/day.ts';
import type { BacktestSetup } from './backtest-setup.ts';
import { reportedSince, reportedWithin, type Policy, type PolicyView } from './policy.ts';
import { nightlyMinute, windowStartMinute } from '../runs/run-minutes.ts';

interface PooledState {
  readonly users: readonly string[];
  readonly setup: BacktestSetup;
  readonly guarantee: Guarantee;
  limits: readonly (readonly LimitInForce[])[];
  /** Of each user, in step with the days reported: the limit was met that day. */
  readonly isStopped: readonly boolean[][];
  lastNight: { readonly day: Day; readonly limits: readonly number[] } | undefined;
}

/** Curfew's own way: the division of `dividePools`, with every limit set without fault. */
export function pooled(users: readonly string[], setup: BacktestSetup, guarantee: Guarantee): Policy {
  const state: PooledState = {
    users,
    setup,
    guarantee,
    limits: users.map(() => []),
    isStopped: users.map(() => []),
    lastNight: undefined,
  };
  return { limitsAt: (view) => limitsOfRun(state, view) };
}

function limitsOfRun(state: PooledState, view: PolicyView): readonly number[] {
  noteStopped(state, view);
  const isFirst = state.limits.every((limits) => limits.length === 0);
  const moment = momentOf(state.setup, view);
  state.limits = state.limits.map((limits) => sinceKnown(limits, moment.knownUntilMs));
  send(state, view, divide(state, view, moment));
  if (isFirst) {
    // The replay begins with a running installation: the first limits were in force before the first day.
    state.limits = state.limits.map((limits) => limits.slice(-1).map((limit) => ({ ...limit, fromMs: -Infinity })));
  } else if (freesCreditsAtOnce(state.setup, moment)) {
    send(state, view, divide(state, view, moment));
  }
  const limits = state.limits.map((own) => currentLimit(own) ?? Infinity);
  if (view.nowMs === startOfDayMs(view.today) + nightlyMinute * msPerMinute) {
    state.lastNight = { day: view.today, limits };
  }
  return limits;
}

/** Whether a lowered limit frees credits as soon as it is confirmed, so that a second division can raise others. */
function freesCreditsAtOnce({ assumptions }: BacktestSetup, { nowMs, heldUntilMs }: Moment): boolean {
  return assumptions.maxCreditsPerUserHour !== undefined || dayOf(nowMs) !== dayOf(heldUntilMs - 1);
}

function noteStopped(state: PooledState, view: PolicyView): void {
  const known = state.isStopped[0]?.length ?? 0;
  const reportedDays = view.reported[0]?.length ?? 0;
  if (reportedDays <= known) {
    return;
  }
  const used = reportedSince(view, windowAt('platform', view.dataThrough, state.setup.platformWindow).from);
  const limits = state.lastNight?.day === view.dataThrough ? state.lastNight.limits : undefined;
  state.isStopped.forEach((days, user) => days.push((used[user] ?? 0) >= (limits?.[user] ?? Infinity)));
}

function momentOf({ assumptions, platformWindow }: BacktestSetup, view: PolicyView): Moment {
  const isNightly = view.nowMs >= startOfDayMs(view.today) + nightlyMinute * msPerMinute;
  const nextDay = isNightly ? addDays(view.today, 1) : view.today;
  const isTurn = isNightly && windowAt('platform', nextDay, platformWindow).from === nextDay;
  const nextRunMs = startOfDayMs(nextDay) + (isTurn ? windowStartMinute : nightlyMinute) * msPerMinute;
  return {
    nowMs: view.nowMs,
    knownUntilMs: knownUntil(view.dataThrough, assumptions),
    heldUntilMs: nextRunMs + assumptions.enforcementDelayMinutes * msPerMinute,
    platformWindow,
  };
}

function divide(state: PooledState, view: PolicyView, moment: Moment): PoolPlan {
  const { users, setup, guarantee } = state;
  const knownThrough = addDays(dayOf(moment.knownUntilMs), -1);
  const members = membersOf(state, view, moment);
  const pools = windowsReached(setup.window, moment).map((window): Pool => ({
    name: window.from,
    window,
    amountCredits: setup.amountCredits,
    guarantee,
    knownCredits: sumOf(reportedWithin(view, { from: window.from, through: knownThrough })),
    memberIds: users,
  }));
  return dividePools({ members, pools, exposureTerms: { moment, assumptions: setup.assumptions } });
}

function membersOf(state: PooledState, view: PolicyView, moment: Moment): readonly DividedMember[] {
  const { users, setup, isStopped } = state;
  const histories = users.map((userId, user) => ({
    userId,
    credits: view.reported[user] ?? [],
    isStopped: isStopped[user] ?? [],
  }));
  const demands = estimateDemand({ histories, through: view.dataThrough, day: view.today });
  const reported = reportedSince(view, windowAt('platform', view.today, setup.platformWindow).from);
  const firstUnknown = dayOf(moment.knownUntilMs);
  const known = reportedWithin(view, {
    from: windowAt('platform', firstUnknown, setup.platformWindow).from,
    through: addDays(firstUnknown, -1),
  });
  return users.map((userId, user) => ({
    userId,
    reportedCredits: reported[user] ?? 0,
    knownCredits: known[user] ?? 0,
    limits: state.limits[user] ?? [],
    demand: demands.get(userId) ?? unknownDemand,
  }));
}

function send(state: PooledState, view: PolicyView, plan: PoolPlan): void {
  const changes = new Map([...plan.lowers, ...plan.raises].map(({ userId, toCredits }) => [userId, toCredits]));
  const { enforcementDelayMinutes } = state.setup.assumptions;
  state.limits = state.limits.map((limits, user) => {
    const limitCredits = changes.get(state.users[user] ?? '');
    return limitCredits === undefined
      ? limits
      : afterPut(limits, { limitCredits, atMs: view.nowMs, outcome: 'done', enforcementDelayMinutes });
  });
}
