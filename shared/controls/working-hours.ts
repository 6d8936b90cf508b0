import { isTimeZone, localTimeOf } from '../kernel/time/time-zone.ts';

export interface WorkingHours {
  readonly timeZone: string;
  readonly days: readonly number[];
  /** `HH:MM` in the time zone. */
  readonly from: string;
  /** `HH:MM`, exclusive; `24:00` is the end of the day. Before `from`, it is on the next day. */
  readonly until: string;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/u;

/** Returns what is wrong with working hours and what to do, a sentence each. */
export function problemsOfHours({ timeZone, days, from, until }: WorkingHours): readonly string[] {
  const areDays = days.length > 0 && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7);
  const areTimes = timeOfDay.test(from) && (timeOfDay.test(until) || until === '24:00') && from !== until;
  return [
    ...(isTimeZone(timeZone) ? [] : ['The time zone is unknown; give an IANA name such as Europe/Berlin.']),
    ...(areDays ? [] : ['The days are not weekdays; give numbers from 1 (Monday) to 7 (Sunday).']),
    ...(areTimes ? [] : ['The hours are not two times of a day; give them as 08:00 and 18:00.']),
  ];
}

/** Whether an ISO instant is within working hours, with daylight saving time; hours may end after midnight. */
export function isWithinHours(instant: string, { timeZone, days, from, until }: WorkingHours): boolean {
  const local = localTime(instant, timeZone);
  if (local === undefined) {
    return false;
  }
  const { weekday, time } = local;
  if (from < until) {
    return days.includes(weekday) && time >= from && time < until;
  }
  const dayBefore = weekday === 1 ? 7 : weekday - 1;
  return (days.includes(weekday) && time >= from) || (days.includes(dayBefore) && time < until);
}

function localTime(instant: string, timeZone: string): { readonly weekday: number; readonly time: string } | undefined {
  const atMs = Date.parse(instant);
  if (Number.isNaN(atMs)) {
    return undefined;
  }
  const { weekday, time } = localTimeOf(atMs, timeZone);
  return { weekday: weekdays.indexOf(weekday) + 1, time };
}
