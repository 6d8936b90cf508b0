import { windowAt } from '../../shared/domain/budgets/window.ts';
import { addDays, daysBetween, earliestDay, type Day, type DayRange } from '../../shared/domain/time/day.ts';
import { parseWindowArgument } from '../frame/budget-key.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { dayIn } from '../frame/moment.ts';

export interface RangeOptions {
  readonly window?: string;
  readonly from?: string;
  readonly through?: string;
}

const daysMax = 400;

/**
 * The days that `usage` is about, through yesterday at the latest: those said, or those so far of the window (the
 * month unless said otherwise) that holds the last one. Raises CommandError for what is no such range.
 */
export function usageRange(options: RangeOptions, today: Day, anchorDay: number): DayRange {
  if (options.window !== undefined && options.from !== undefined) {
    throw wrongUsage('--window and --from both say where the days begin; give one of them');
  }
  const kind = parseWindowArgument(options.window ?? 'month');
  const last = options.through === undefined ? today : dayIn('--through', options.through);
  const from = options.from === undefined ? windowAt(kind, last, { anchorDay }).from : dayIn('--from', options.from);
  // The platform tells of a day when it is over.
  const through = earliestDay(last, addDays(today, -1));
  const days = daysBetween(from, last) + 1;
  if (days < 1 || days > daysMax) {
    throw wrongUsage(`${from} to ${last} is not 1 to ${daysMax} days; choose others`);
  }
  return { from, through };
}
