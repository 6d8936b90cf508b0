import { isDay } from '../../time/day.ts';

const instantPattern = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

const nightHour = 'T02:30:00.000Z';

/** Unix milliseconds of an ISO instant, or of 02:30 UTC of a day; undefined for anything else. */
export function momentMs(text: string): number | undefined {
  if (isDay(text)) {
    return Date.parse(`${text}${nightHour}`);
  }
  const [, day = ''] = instantPattern.exec(text) ?? [];
  const instantMs = Date.parse(text);
  return !isDay(day) || Number.isNaN(instantMs) ? undefined : instantMs;
}
