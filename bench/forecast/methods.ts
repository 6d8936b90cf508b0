import type { Window } from '../../shared/budgets/window.ts';
import { creditsIn, type DailyCredits } from '../../shared/forecast/daily-credits.ts';
import { forecastWindow } from '../../shared/forecast/forecast.ts';
import type { UsualUse } from '../../shared/forecast/usual-use.ts';
import { addDays, daysBetween, type Day } from '../../shared/kernel/time/day.ts';

export interface ForecastNight {
  readonly day: Day;
  readonly window: Window;
  readonly usual: UsualUse;
}

/** Each forecast of one series on one night, as shares of the organization's use, so that each organization counts the same. */
export interface Judged {
  readonly actual: number;
  readonly straightWrong: number;
  readonly seasonalWrong: number;
  readonly oursWrong: number;
  readonly isInRange: boolean;
}

/** Judges the forecasts of one series by what was really used; `all` is the use of the whole organization. */
export function judgeForecasts(whole: DailyCredits, { day, window, usual }: ForecastNight, all: number): Judged {
  const actual = creditsIn(whole, window);
  const known = { ...whole, through: addDays(day, -1) };
  const forecast = forecastWindow(window, known, usual.profile);
  if (forecast.kind === 'none') {
    throw new Error(`no forecast on ${day}`);
  }
  const { expectedCredits, lowCredits, highCredits } = forecast;
  const wrong = (expected: number): number => Math.abs(expected - actual) / all;
  return {
    actual: actual / all,
    straightWrong: wrong(straightLine(window, known)),
    seasonalWrong: wrong(seasonalNaive(window, known)),
    oursWrong: wrong(expectedCredits),
    isInRange: lowCredits <= actual && actual <= highCredits,
  };
}

export interface ErrorShares {
  readonly straightErrorShare: number;
  readonly seasonalErrorShare: number;
  readonly oursErrorShare: number;
  readonly ratio: number;
  /** How often the truth lay in our range of 10 to 90 %. */
  readonly inRangeShare: number;
}

export function errorSharesOf(judged: readonly Judged[]): ErrorShares {
  const sum = (of: (one: Judged) => number): number => judged.reduce((total, one) => total + of(one), 0);
  const actual = sum((one) => one.actual);
  const [straight, ours] = [sum(({ straightWrong }) => straightWrong), sum(({ oursWrong }) => oursWrong)];
  return {
    straightErrorShare: straight / actual,
    seasonalErrorShare: sum(({ seasonalWrong }) => seasonalWrong) / actual,
    oursErrorShare: ours / actual,
    ratio: ours / straight,
    inRangeShare: sum(({ isInRange }) => Number(isInRange)) / judged.length,
  };
}

/** What cloud budgets do: the average of the month's days so far goes on until its end. */
export function straightLine(window: Window, daily: DailyCredits): number {
  const daysKnown = daysBetween(window.from, daily.through) + 1;
  const daysAll = daysBetween(window.from, window.through) + 1;
  return (creditsIn(daily, window) / daysKnown) * daysAll;
}

/**
 * The yardstick of forecasting with a season: each day to come is as the last known day of its weekday. Days before the
 * window count, so that it has all it needs from the first night.
 */
export function seasonalNaive(window: Window, daily: DailyCredits): number {
  const last = daysBetween(daily.from, daily.through);
  const ahead = daysBetween(daily.through, window.through);
  let sum = creditsIn(daily, window);
  for (let step = 0; step < ahead; step += 1) {
    sum += daily.credits[last - 6 + (step % 7)] ?? 0;
  }
  return sum;
}
