import { windowAt, type PlatformWindow } from '../../budgets/window.ts';
import { addDays, dayOf, msPerMinute, startOfDayMs } from '../time/day.ts';

/** Unix milliseconds of the next run after `nowMs` that can set limits: the nightly one, or that of a window's start. */
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

/** The minute of the UTC day of the run at the start of a platform window. */
export const windowStartMinute = 5;
/** The minute of the UTC day of the nightly run. */
export const nightlyMinute = 150;
