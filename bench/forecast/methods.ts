import type { Window } from '../../shared/budgets/window.ts';
import { creditsIn, type DailyCredits } from '../../shared/forecast/daily-credits.ts';
import { forecastWindow } from '../../shared/forecast/forecast.ts';
import type { UsualUse } from '../../shared/forecast/usual-use.ts';
import { addDays, daysBetween, type Day } from '../../shared/kernel/time/day.ts';

/** What each method expects of a window by its end, in credits, and whether the truth lies in our range. */
export interface Expected {
  readonly straight: number;
  readonly seasonal: number;
  readonly ours: number;
  readonly low: number;
  readonly high: number;
}

/** Every forecast of one series on one night, on which everything up to the day before is known. */
export function forecastAll(
  window: Window,
  whole: DailyCredits,
  { day, usual }: { readonly day: Day; readonly usual: UsualUse },
): Expected {
  const known = { ...whole, through: addDays(day, -1) };
  const forecast = forecastWindow(window, known, usual.profile);
  if (forecast.kind === 'none') {
    throw new Error(`no forecast on ${day}`);
  }
  const { expectedCredits: ours, lowCredits: low, highCredits: high } = forecast;
  return { straight: straightLine(window, known), seasonal: seasonalNaive(window, known), ours, low, high };
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
