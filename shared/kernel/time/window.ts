import { invariant } from '../invariant.ts';
import { addDays, dayOf, startOfDayMs, weekdayOf, type Day, type DayRange } from './day.ts';

export const windowKinds = ['day', 'week', 'month', 'quarter', 'platform'] as const;
export type WindowKind = (typeof windowKinds)[number];

/**
 * The span over which the platform counts use against a limit. It is a setting, since platform-api.md does not show it:
 * `anchorDay` 1 is the calendar month; 2 to 31 a billing month that starts on that day, clamped to the month's last.
 */
export interface PlatformWindow {
  readonly anchorDay: number;
}

/** A span of UTC days, both ends included. */
export interface Window extends DayRange {
  readonly kind: WindowKind;
}

/** Returns the window of one kind that contains `day`. Derived from the date alone, so no missed run can shift it. */
export function windowAt(kind: WindowKind, day: Day, platformWindow: PlatformWindow): Window {
  switch (kind) {
    case 'day':
      return { kind, from: day, through: day };
    case 'week': {
      const from = addDays(day, 1 - weekdayOf(day));
      return { kind, from, through: addDays(from, 6) };
    }
    case 'month':
      return { kind, ...monthsFrom(day, 1) };
    case 'quarter':
      return { kind, ...monthsFrom(day, 3) };
    case 'platform':
      return { kind, ...billingMonth(day, platformWindow.anchorDay) };
  }
}

export function isWithin(day: Day, window: DayRange): boolean {
  return window.from <= day && day <= window.through;
}

function monthsFrom(day: Day, count: 1 | 3): DayRange {
  const { year, month } = yearAndMonth(day);
  const first = month - (month % count);
  return { from: anchoredDay(year, first, 1), through: addDays(anchoredDay(year, first + count, 1), -1) };
}

function billingMonth(day: Day, anchorDay: number): DayRange {
  invariant(Number.isInteger(anchorDay) && anchorDay >= 1 && anchorDay <= 31, 'an anchor day is 1 to 31');
  const { year, month } = yearAndMonth(day);
  const startedThisMonth = anchoredDay(year, month, anchorDay) <= day;
  const first = startedThisMonth ? month : month - 1;
  return {
    from: anchoredDay(year, first, anchorDay),
    through: addDays(anchoredDay(year, first + 1, anchorDay), -1),
  };
}

function yearAndMonth(day: Day): { year: number; month: number } {
  const date = new Date(startOfDayMs(day));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}

/** A day of a month (0 is January; 12 and -1 are in the next and last year), clamped to the month's last. */
function anchoredDay(year: number, month: number, anchorDay: number): Day {
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(anchorDay, lastOfMonth)));
}
