import { windowAt, type PlatformWindow } from '../../budgets/window.ts';
import { addDays, dayOf, msPerMinute, startOfDayMs } from '../time/day.ts';

/** Returns Unix milliseconds of the next nightly run or window start after `nowMs`. */
export function nextRunMs(nowMs: number, platformWindow: PlatformWindow): number {
  const today = dayOf(nowMs);
  return [today, addDays(today, 1)]
    .flatMap((day) => {
      const isTurn = windowAt('platform', day, platformWindow).from === day;
      return [...(isTurn ? [windowStartMinute] : []), nightlyMinute].map(
        (minute) => startOfDayMs(day) + minute * msPerMinute,
      );
    })
    .reduce((next, runMs) => (runMs > nowMs && runMs < next ? runMs : next), Infinity);
}

/** Minute of the UTC day of the run at a platform window's start. */
export const windowStartMinute = 5;
/** Minute of the UTC day of the nightly run. */
export const nightlyMinute = 150;

/** Unix milliseconds of the nightly run that reads today's figures: the unused part of a limit lowered now is in them. */
export function laterRunMs(atMs: number): number {
  return startOfDayMs(addDays(dayOf(atMs), 1)) + nightlyMinute * msPerMinute;
}
