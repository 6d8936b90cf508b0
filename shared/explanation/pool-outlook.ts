import { allowedCredits } from '../budgets/allowed-credits.ts';
import type { BudgetKey } from '../budgets/budget.ts';
import { formatScope } from '../budgets/scope.ts';
import type { SharedPool, Shares } from '../caps/shares/divide-shares.ts';
import { expectedRunOutDay, forecastWindow, type WindowForecast } from '../forecast/forecast.ts';
import { usualWeekOf } from '../forecast/usual-use.ts';
import type { WeekdayProfile } from '../forecast/weekday-profile.ts';
import { nextBound } from '../kernel/texts/amount-state.ts';
import { daysBetween, latestDay, type Day } from '../kernel/time/day.ts';

export interface PoolOutlook {
  readonly pool: SharedPool;
  /** Of the amount. */
  readonly leftCredits: number;
  /** What limits may add up to: the amount, or more with overcommit. */
  readonly allowedCredits: number;
  readonly worstCaseCredits?: number;
  readonly forecast?: WindowForecast;
  /** The day, not before today, on which expected use reaches the amount, or past it what is allowed; absent when it lasts or is unknown. */
  readonly runsOutOn?: Day;
  /** Whole days from today to that day; 0 when it is today or past. */
  readonly runwayDays?: number;
  readonly promised: Promised;
  readonly next: readonly SharedPool[];
}

/**
 * The guard's verdict on a pool; under overcommit, whether use stays within the factor. `pending`: it will, once every
 * limit is set and lowered limits show in the data.
 */
export type Promised = 'kept' | 'pending' | 'broken';

/** Returns a budget's pool in the current window; undefined for an unshared budget. */
export function currentPool(budget: BudgetKey, { pools }: Shares): SharedPool | undefined {
  return pools.find((pool) => !pool.isNext && isWindowOf(budget, pool));
}

export function isWindowOf({ scope, window }: BudgetKey, pool: SharedPool): boolean {
  return pool.window.kind === window && formatScope(pool.scope) === formatScope(scope);
}

export function poolOutlooks({ pools, daily }: Shares, today: Day): readonly PoolOutlook[] {
  const profile = daily && usualWeekOf(daily);
  return pools.map((pool) => ({ ...outlookOf(pool, today, profile), next: nextOf(pool, pools) }));
}

export function worstCaseOf({ unboundedIds, exposureCredits }: SharedPool): number | undefined {
  return unboundedIds.length === 0 ? exposureCredits : undefined;
}

function nextOf({ scope, window, isNext }: SharedPool, pools: readonly SharedPool[]): readonly SharedPool[] {
  const isLater = (other: SharedPool): boolean =>
    other.isNext && other.window.from >= window.from && isWindowOf({ scope, window: window.kind }, other);
  return isNext ? [] : pools.filter(isLater).toSorted((a, b) => (a.window.from < b.window.from ? -1 : 1));
}

function outlookOf(pool: SharedPool, today: Day, profile: WeekdayProfile | undefined): Omit<PoolOutlook, 'next'> {
  const { amountCredits, knownCredits, window, daily, guarantee } = pool;
  const allowed = allowedCredits(amountCredits, guarantee);
  const bound = nextBound({ amount: amountCredits, used: knownCredits, allowed });
  const worstCaseCredits = worstCaseOf(pool);
  const forecast = forecastWindow(window, daily, profile);
  const expectedDay =
    knownCredits >= bound ? today : expectedRunOutDay({ window, amountCredits: bound }, daily, profile);
  const runsOutOn = expectedDay && latestDay(today, expectedDay);
  return {
    pool,
    leftCredits: Math.max(0, amountCredits - knownCredits),
    allowedCredits: allowed,
    worstCaseCredits,
    ...(forecast.kind === 'forecast' && { forecast }),
    runsOutOn,
    runwayDays: runsOutOn === undefined ? undefined : daysBetween(today, runsOutOn),
    promised: promisedOf(pool),
  };
}

function promisedOf(pool: SharedPool): Promised {
  const { verdict, knownCredits, roomCredits } = pool;
  if (verdict !== undefined) {
    return verdict.kind === 'kept' || verdict.kind === 'broken' ? verdict.kind : 'pending';
  }
  // `roomCredits` is what the factor leaves beyond the known use.
  const isWithin = (worstCaseOf(pool) ?? Infinity) <= knownCredits + roomCredits;
  return roomCredits < 0 ? 'broken' : isWithin ? 'kept' : 'pending';
}
