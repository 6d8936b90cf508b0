import type { BudgetKey } from '../budgets/budget.ts';
import { formatScope } from '../budgets/scope.ts';
import type { SharedPool, Shares } from '../caps/shares/divide-shares.ts';
import { mostUsedOf, promiseOf } from '../caps/shares/pool-promise.ts';
import { expectedRunOutDay, forecastWindow, type WindowForecast } from '../forecast/forecast.ts';
import { usualWeekOf } from '../forecast/usual-use.ts';
import type { WeekdayProfile } from '../forecast/weekday-profile.ts';
import { daysBetween, latestDay, type Day } from '../time/day.ts';

/** Where a pool is heading, as limits are now. Credits are integers. */
export interface PoolOutlook {
  readonly pool: SharedPool;
  /** Never under 0. */
  readonly leftCredits: number;
  /** The most that can have been used by now; absent while nothing bounds somebody's use. */
  readonly worstCaseCredits?: number;
  /** What people are expected to want by the end of the window; absent with too few days known. */
  readonly forecast?: WindowForecast;
  /**
   * The day, not before today, on which the expected use reaches the amount; absent when the pool is expected to
   * outlast its window, or there is no forecast.
   */
  readonly runsOutOn?: Day;
  /** Whole days from today to that day: 0 when it is today, or has been. */
  readonly runwayDays?: number;
  readonly promised: Promised;
}

/**
 * Whether a pool's guarantee holds. `kept`: its use does not pass the amount, times the factor under overcommit.
 * `pending`: it holds once everybody's limit is set and lowered limits show in the data. `broken`: the known use is past
 * it.
 */
export type Promised = 'kept' | 'pending' | 'broken';

/** The pool of a budget in the window of now; undefined for a budget that is not shared. */
export function currentPool({ scope, window }: BudgetKey, { pools }: Pick<Shares, 'pools'>): SharedPool | undefined {
  const name = formatScope(scope);
  return pools.find((pool) => !pool.isNext && pool.window.kind === window && formatScope(pool.scope) === name);
}

/** The outlook of each pool, in their order. */
export function poolOutlooks({ pools, daily }: Pick<Shares, 'pools' | 'daily'>, today: Day): readonly PoolOutlook[] {
  const profile = daily && usualWeekOf(daily);
  return pools.map((pool) => outlookOf(pool, today, profile));
}

function outlookOf(pool: SharedPool, today: Day, profile: WeekdayProfile | undefined): PoolOutlook {
  const { amountCredits, knownCredits, window, daily } = pool;
  const leftCredits = Math.max(0, amountCredits - knownCredits);
  const worstCaseCredits = mostUsedOf(pool);
  const forecast = forecastWindow(window, daily, profile);
  const expectedDay = leftCredits === 0 ? today : expectedRunOutDay({ window, amountCredits }, daily, profile);
  const runsOutOn = expectedDay && latestDay(today, expectedDay);
  return {
    pool,
    leftCredits,
    ...(worstCaseCredits !== undefined && { worstCaseCredits }),
    ...(forecast.kind === 'forecast' && { forecast }),
    ...(runsOutOn !== undefined && { runsOutOn, runwayDays: daysBetween(today, runsOutOn) }),
    promised: promisedOf(pool),
  };
}

const promisedWords = { kept: 'kept', 'not-yet': 'pending', 'too-much-allowed': 'pending', passed: 'broken' } as const;

function promisedOf(pool: SharedPool): Promised {
  const promise = promiseOf(pool);
  if (promise.kind !== 'overcommit') {
    return promisedWords[promise.kind];
  }
  // `roomCredits` is what the factor leaves beyond the known use.
  const { mostCredits } = promise;
  return mostCredits !== undefined && mostCredits <= pool.knownCredits + pool.roomCredits ? 'kept' : 'pending';
}
