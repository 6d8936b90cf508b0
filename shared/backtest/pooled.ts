import type { Guarantee } from '../budgets/budget.ts';
import { windowAt } from '../budgets/window.ts';
import { sumOf } from '../forecast/daily-credits.ts';
import { nightlyMinute } from '../kernel/runs/next-run.ts';
import { addDays, dayOf, msPerMinute, startOfDayMs, type Day } from '../kernel/time/day.ts';
import { unknownDemand } from '../pools/demand/demand.ts';
import { estimateDemand } from '../pools/demand/estimate-demand.ts';
import { dividePools } from '../pools/divide-pools.ts';
import { afterPut, sinceKnown, currentLimit, type LimitInForce } from '../pools/exposure/limit-in-force.ts';
import type { DividedMember } from '../pools/exposure/member-exposure.ts';
import { horizonMs, knownUntil, windowsReached, type Moment } from '../pools/moment.ts';
import type { NightFloat } from '../pools/night-float.ts';
import type { Pool, PoolMember } from '../pools/pool.ts';
import type { BacktestSetup } from './backtest-setup.ts';
import { reportedSince, reportedWithin, type Policy, type PolicyView } from './policy.ts';

export interface PooledState {
  readonly users: readonly string[];
  readonly setup: BacktestSetup;
  readonly guarantee: Guarantee;
  limits: readonly (readonly LimitInForce[])[];
  readonly isStopped: readonly boolean[][];
  lastNight: { readonly day: Day; readonly limits: readonly number[] } | undefined;
}

/** Curfew's own policy: divides with `dividePools`; every limit is set without fault. */
export function pooled(users: readonly string[], setup: BacktestSetup, guarantee: Guarantee): Policy {
  const state = pooledState(users, setup, guarantee);
  return { limitsAt: (view) => limitsOfRun(state, view) };
}

export function pooledState(users: readonly string[], setup: BacktestSetup, guarantee: Guarantee): PooledState {
  return {
    users,
    setup,
    guarantee,
    limits: users.map(() => []),
    isStopped: users.map(() => []),
    lastNight: undefined,
  };
}

export function limitsOfRun(state: PooledState, view: PolicyView, float?: NightFloat): readonly number[] {
  noteStopped(state, view);
  const isFirst = state.limits.every((limits) => limits.length === 0);
  const moment = momentOf(state.setup, view);
  state.limits = state.limits.map((limits) => sinceKnown(limits, moment.knownUntilMs));
  const divideAndSend = (): void => {
    const { lowers, raises } = dividePools({
      members: membersOf(state, view, moment),
      pools: poolsReached(state, view, moment),
      exposureTerms: { moment, assumptions: state.setup.assumptions },
      float,
    });
    const changes = [...lowers, ...raises].map(({ userId, toCredits }) => ({ userId, limitCredits: toCredits }));
    send(state, view.nowMs, changes);
  };
  divideAndSend();
  if (isFirst) {
    // The replay begins with a running installation: the first limits were in force before the first day.
    state.limits = state.limits.map((limits) => limits.slice(-1).map((limit) => ({ ...limit, fromMs: -Infinity })));
  } else if (freesCreditsAtOnce(state.setup, moment)) {
    divideAndSend();
  }
  const limits = limitsNow(state);
  if (view.nowMs === startOfDayMs(view.today) + nightlyMinute * msPerMinute) {
    state.lastNight = { day: view.today, limits };
  }
  return limits;
}

export function limitsNow({ limits }: PooledState): readonly number[] {
  return limits.map((own) => currentLimit(own) ?? Infinity);
}

/** Whether lowered limits free credits as soon as they are confirmed, so that a second division can raise others. */
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

export function momentOf({ assumptions, platformWindow }: BacktestSetup, view: PolicyView): Moment {
  return {
    nowMs: view.nowMs,
    knownUntilMs: knownUntil(view.dataThrough, assumptions),
    heldUntilMs: horizonMs(view.nowMs),
    platformWindow,
  };
}

export function poolsReached(
  { users, setup, guarantee }: PooledState,
  view: PolicyView,
  moment: Moment,
): readonly Pool[] {
  const knownThrough = addDays(dayOf(moment.knownUntilMs), -1);
  return windowsReached(setup.window, moment).map((window) => ({
    name: window.from,
    window,
    amountCredits: setup.amountCredits,
    guarantee,
    knownCredits: sumOf(reportedWithin(view, { from: window.from, through: knownThrough })),
    memberIds: users,
  }));
}

function membersOf(state: PooledState, view: PolicyView, moment: Moment): readonly DividedMember[] {
  const { users, isStopped } = state;
  const histories = users.map((userId, user) => ({
    userId,
    credits: view.reported[user] ?? [],
    isStopped: isStopped[user] ?? [],
  }));
  const demands = estimateDemand({ histories, through: view.dataThrough, day: view.today });
  return exposedMembers(state, view, moment).map((member) => ({
    ...member,
    demand: demands.get(member.userId) ?? unknownDemand,
  }));
}

export function exposedMembers(
  { users, setup, limits }: PooledState,
  view: PolicyView,
  moment: Moment,
): readonly PoolMember[] {
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
    limits: limits[user] ?? [],
  }));
}

export function send(
  state: PooledState,
  atMs: number,
  changes: readonly { readonly userId: string; readonly limitCredits: number }[],
): void {
  const changed = new Map(changes.map(({ userId, limitCredits }) => [userId, limitCredits]));
  const { enforcementDelayMinutes } = state.setup.assumptions;
  state.limits = state.limits.map((limits, user) => {
    const limitCredits = changed.get(state.users[user] ?? '');
    return limitCredits === undefined
      ? limits
      : afterPut(limits, { limitCredits, atMs, outcome: 'done', enforcementDelayMinutes });
  });
}
