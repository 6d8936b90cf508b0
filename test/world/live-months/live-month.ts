import { windowAt } from '../../../shared/budgets/window.ts';
import { addDays, dayOf, startOfDayMs, type Day } from '../../../shared/kernel/time/day.ts';
import { drawFrom } from '../../support/redaction/draw.ts';
import { monthCurfew, type MonthPool, type MonthTerms } from './month-curfew.ts';
import { monthPlatform, platformWindow, stepMs } from './month-platform.ts';
import { monthSessions, type Showing } from './month-sessions.ts';

export interface LiveMonth extends Omit<MonthTerms, 'users' | 'pools'> {
  readonly seed: number;
  readonly days: number;
  readonly told: Showing['told'];
}

interface MonthEnd {
  /** The largest excess of a pool over its amount, in credits and as a share of the amount. */
  readonly overspent: number;
  readonly overspentShare: number;
  /** Credits that were given between the nights, and those of them that the exposure alone would not have given. */
  readonly given: number;
  readonly givenByTotals: number;
}

const hour = 4;

/** Plays a month that begins some days before the turn of the platform window. */
export function playMonth(month: LiveMonth): MonthEnd {
  const draw = drawFrom(month.seed);
  const users = 2 + draw.below(4);
  const pools = drawnPools(users, draw.below(3), 200 + draw.below(2_000));
  const firstDay = addDays('2026-04-01', -2 - draw.below(6));
  const platform = monthPlatform(draw, { users, inFlightCredits: month.inFlightCredits });
  const curfew = monthCurfew({ ...month, users, pools }, { draw, platform });
  const sessions = monthSessions(draw, {
    scale: month.scale,
    leastShare: 1 / (1 + month.bounds.errorPercent / 100),
    lagMs: month.lagMs,
    told: month.told,
  });
  const burst = Math.ceil((pools[0]?.amount ?? 1) / draw.from([15, 40, 100]));
  const workDays = new Map<string, boolean>();
  const worst = { overspent: 0, overspentShare: 0 };
  let through = addDays(firstDay, -1);
  let reading: { beganAtMs: number; endsAtStep: number } | undefined;
  for (let step = 0; step < month.days * 24 * hour; step += 1) {
    const nowMs = startOfDayMs(firstDay) + step * stepMs;
    const day = dayOf(nowMs);
    const ofDay = step % (24 * hour);
    if (ofDay === 0 && windowAt('platform', day, platformWindow).from === day) {
      curfew.divide(nowMs, through);
    }
    if (ofDay === 2.5 * hour && draw.below(10) !== 0) {
      through = addDays(day, -1);
      curfew.divide(nowMs, through);
    }
    if (reading?.endsAtStep === step) {
      const span = { beganAtMs: reading.beganAtMs, endedAtMs: nowMs, isWhole: draw.below(12) !== 0 };
      const all = sessions.list(span.beganAtMs, nowMs);
      // A list that is not whole lacks anything.
      curfew.read(span.isWhole ? all : new Map([...all].filter(() => draw.below(2) === 0)), span);
      curfew.give(nowMs, through);
      reading = undefined;
    }
    // Every hour, a quarter before the full one, or soon after the last because somebody reported.
    if (reading === undefined && (step % hour === 3 || draw.below(16) === 0)) {
      reading = { beganAtMs: nowMs, endsAtStep: step + 1 + draw.below(2) };
    }
    let isUsed = false;
    for (let user = 0; user < users; user += 1) {
      const workDay = `${user} ${day}`;
      const isAtWork = workDays.get(workDay) ?? draw.below(5) < 2;
      workDays.set(workDay, isAtWork);
      if (isAtWork && draw.below(6) === 0) {
        const granted = platform.consume(user, 1 + draw.below(burst), nowMs);
        if (granted > 0) {
          sessions.use(user, granted, nowMs + draw.below(stepMs));
          isUsed = true;
        }
      }
    }
    if (isUsed) {
      note(worst, pools, (pool) => usedOf(platform, pool, day));
    }
  }
  return { ...worst, ...curfew.given() };
}

function drawnPools(users: number, shape: number, amount: number): readonly MonthPool[] {
  const everybody = Array.from({ length: users }, (_, user) => user);
  const org: MonthPool = { name: 'org', window: 'month', amount, members: everybody };
  const team: MonthPool = {
    name: 'team',
    window: 'month',
    amount: Math.ceil(amount / 2),
    members: everybody.slice(0, 2),
  };
  const daily: MonthPool = { name: 'daily', window: 'day', amount: Math.ceil(amount / 4), members: everybody.slice(1) };
  return [org, ...(shape === 1 ? [team] : []), ...(shape === 2 ? [daily] : [])];
}

function usedOf(platform: ReturnType<typeof monthPlatform>, { window, members }: MonthPool, day: Day): number {
  const span = windowAt(window, day, platformWindow);
  return members.reduce((sum, user) => sum + platform.usedIn(user, span), 0);
}

function note(
  worst: { overspent: number; overspentShare: number },
  pools: readonly MonthPool[],
  used: (pool: MonthPool) => number,
): void {
  for (const pool of pools) {
    const overspent = used(pool) - pool.amount;
    if (overspent > worst.overspent) {
      worst.overspent = overspent;
      worst.overspentShare = overspent / pool.amount;
    }
  }
}
