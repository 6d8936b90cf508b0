import type { Window } from '../../budgets/window.ts';
import { addDays, dayAndMonth, startOfDayMs, startText } from '../../kernel/time/day.ts';
import { localTimeOf } from '../../kernel/time/time-zone.ts';

/** Formats when a window begins again, in UTC and in the reader's time zone if different. */
export function resetText({ window }: { readonly window: Window }, timeZone?: string): string {
  const day = addDays(window.through, 1);
  const utc = startText(day);
  if (timeZone === undefined || timeZone === 'UTC') {
    return utc;
  }
  const local = localTimeOf(startOfDayMs(day), timeZone);
  return `${utc} (${local.weekday} ${dayAndMonth(local.day)}, ${local.time} ${timeZone})`;
}
