import { minuteText } from '../../time/day.ts';
import { localTimeOf } from '../../time/time-zone.ts';

/** An instant in UTC and, where one is given, on the clock of a time zone: `2026-03-02 22:14 UTC (Tue 00:14 Europe/Kyiv)`. */
export function instantText(instant: string, timeZone?: string): string {
  const atMs = Date.parse(instant);
  if (Number.isNaN(atMs)) {
    return `${instant} (not an instant)`;
  }
  const utc = `${minuteText(new Date(atMs).toISOString())} UTC`;
  if (timeZone === undefined || timeZone === 'UTC') {
    return utc;
  }
  const { weekday, time } = localTimeOf(atMs, timeZone);
  return `${utc} (${weekday} ${time} ${timeZone})`;
}
