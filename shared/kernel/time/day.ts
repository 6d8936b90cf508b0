import { invariant } from '../invariant.ts';

/** A UTC calendar day, `YYYY-MM-DD`. Days in this form sort as text. */
export type Day = string;

/** A range of days, both ends included. */
export interface DayRange {
  readonly from: Day;
  readonly through: Day;
}

export const msPerMinute = 60_000;
export const msPerDay = 86_400_000;

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a real calendar day: `2026-02-29` is not. */
export function isDay(text: string): text is Day {
  return dayPattern.test(text) && dayOf(Date.parse(`${text}T00:00:00Z`)) === text;
}

/** Returns the UTC day of an instant in Unix milliseconds; an empty text for an invalid instant. */
export function dayOf(instantMs: number): Day {
  if (Number.isNaN(instantMs)) {
    return '';
  }
  const date = new Date(instantMs);
  const year = date.getUTCFullYear();
  // Computed from parts: this runs for every user and day, and an ISO text takes several times as long.
  return year >= 1_000 && year <= 9_999
    ? `${year}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
    : date.toISOString().slice(0, 10);
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Formats a day for people where its year may not be plain: `1 Dec 2026`. */
export function dayText(day: Day): string {
  return `${dayAndMonth(day)} ${day.slice(0, 4)}`;
}

/** Formats a day of the present window for people: `1 Dec`. */
export function dayAndMonth(day: Day): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1] ?? ''}`;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export function startText(day: Day): string {
  return `${weekdays[weekdayOf(day) - 1] ?? ''} ${dayAndMonth(day)}, 00:00 UTC`;
}

export function startOfDayMs(day: Day): number {
  invariant(dayPattern.test(day), 'a day is YYYY-MM-DD');
  // Read digit by digit: this runs for every user and budget, and the date parser takes ten times as long.
  const digit = (index: number): number => day.charCodeAt(index) - 48;
  const year = digit(0) * 1_000 + digit(1) * 100 + digit(2) * 10 + digit(3);
  return Date.UTC(year, digit(5) * 10 + digit(6) - 1, digit(8) * 10 + digit(9));
}

export function addDays(day: Day, count: number): Day {
  return dayOf(startOfDayMs(day) + count * msPerDay);
}

/** Returns the whole days from `from` to `to`: 0 for the same day, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (startOfDayMs(to) - startOfDayMs(from)) / msPerDay;
}

/** Returns every day of a range, ascending; none when it ends before it starts. */
export function daysOf({ from, through }: DayRange): readonly Day[] {
  const count = Math.max(0, daysBetween(from, through) + 1);
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}

/** Returns the ISO weekday: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: Day): number {
  return ((new Date(startOfDayMs(day)).getUTCDay() + 6) % 7) + 1;
}

export function earliestDay(first: Day, ...others: readonly Day[]): Day {
  return others.reduce((earliest, day) => (day < earliest ? day : earliest), first);
}

export function latestDay(first: Day, ...others: readonly Day[]): Day {
  return others.reduce((latest, day) => (day > latest ? day : latest), first);
}

/** Formats an ISO instant for people, to the minute: `Tue 1 Dec 2026, 00:00 UTC`. */
export function minuteText(instant: string): string {
  const day = instant.slice(0, 10);
  return `${weekdays[weekdayOf(day) - 1] ?? ''} ${dayText(day)}, ${instant.slice(11, 16)} UTC`;
}

/** A day or an ISO instant alone, as people read it; any other text as it is. */
export function readableDate(text: string): string {
  if (!isDay(text.slice(0, 10))) {
    return text;
  }
  const time = text.slice(10);
  return time === '' ? dayText(text) : /^T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/.test(time) ? minuteText(text) : text;
}

/** `1 Nov 2026 to 30 Nov 2026`; one day alone. */
export function rangeText({ from, through }: DayRange): string {
  return from === through ? dayText(from) : `${dayText(from)} to ${dayText(through)}`;
}

/** Days in their order as the ranges that they make: `1 Oct 2026 to 28 Oct 2026`. */
export function dayRanges(days: readonly Day[]): readonly string[] {
  const ranges: DayRange[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last !== undefined && addDays(last.through, 1) === day) {
      ranges[ranges.length - 1] = { from: last.from, through: day };
    } else {
      ranges.push({ from: day, through: day });
    }
  }
  return ranges.map(rangeText);
}

/** Returns the required form of a day, and the days that an invalid text may mean. */
export function dayRemedy(text?: unknown): string {
  const meant = typeof text === 'string' ? meantDays(text) : [];
  return `give a day as YYYY-MM-DD${meant.length === 0 ? '' : `; did you mean ${meant.join(' or ')}?`}`;
}

/** The days that three numbers may mean: year, month, day; or day and month in either order, year. */
function meantDays(text: string): readonly Day[] {
  const [, first = '', second = '', third = ''] =
    /^(\d{1,4})[-/. ]+(\d{1,2})[-/. ]+(\d{1,4})\.?$/u.exec(text.trim()) ?? [];
  const orders =
    first.length === 4
      ? [[first, second, third]]
      : [
          [third, second, first],
          [third, first, second],
        ];
  const days = orders.map((parts) => parts.map((part) => part.padStart(2, '0')).join('-')).filter(isDay);
  return [...new Set(days)].toSorted();
}
