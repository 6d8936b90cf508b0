import { DAY_MS, dayNumberAt } from '../day.ts';

/**
 * The first day number of the platform window that a day lies in: the span over which use is counted against a limit.
 * With anchor day 1 that is the calendar month (UTC); otherwise the month that begins on the anchor day, clamped to
 * the month's last day. The platform's document does not show its window.
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
