import { printableText } from '../kernel/texts/printable-text.ts';
import { addDays, dayRemedy, isDay, type Day, type DayRange } from '../kernel/time/day.ts';

/** The days of an export, or what is wrong with them and what to give. */
type ExportRange = { readonly range: DayRange } | { readonly problem: string };

const shownMax = 60;

/**
 * The days that were given, through the last one with figures (yesterday, for use); of those left out, the last whole
 * calendar month (UTC). A later day is refused: its figures are not there yet.
 */
export function exportRange(
  given: { readonly from?: string; readonly to?: string },
  today: Day,
  lastDay = addDays(today, -1),
): ExportRange {
  const wrong = [given.from, given.to].find((text) => text !== undefined && !isDay(text));
  if (wrong !== undefined) {
    return { problem: `"${printableText(wrong, shownMax)}" is not a day of the calendar; ${dayRemedy(wrong)}` };
  }
  const lastOfMonth = addDays(`${today.slice(0, 'YYYY-MM'.length)}-01`, -1);
  const through = given.to ?? (given.from === undefined ? lastOfMonth : lastDay);
  const from = given.from ?? `${through.slice(0, 'YYYY-MM'.length)}-01`;
  const [late, which] = from > lastDay ? [from, 'first'] : [through, 'last'];
  if (late > lastDay) {
    return { problem: `there are no figures of ${late} yet; give ${lastDay} as the ${which} day, or an earlier one` };
  }
  return from > through
    ? { problem: `the first day, ${from}, is after the last one, ${through}; give the earlier one first` }
    : { range: { from, through } };
}
