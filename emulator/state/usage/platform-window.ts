import { DAY_MS, dayNumberAt } from '../day.ts';

/**
 * The first day number of a day's platform window, over which use counts against a limit: the calendar month (UTC) for
 * anchor day 1, otherwise from the anchor day, clamped to the month's last day. The platform's document does not define
 * its window.
 */
export function windowStartOf(dayNumber: number, anchorDay: number): number {
  const date = new Date(dayNumber * DAY_MS);
  const thisMonth = anchoredDay(date.getUTCFullYear(), date.getUTCMonth(), anchorDay);
  return dayNumber >= thisMonth ? thisMonth : anchoredDay(date.getUTCFullYear(), date.getUTCMonth() - 1, anchorDay);
}

function anchoredDay(year: number, month: number, anchorDay: number): number {
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayNumberAt(Date.UTC(year, month, Math.min(anchorDay, lastOfMonth)));
}
