import { windowAt, type WindowKind } from '../../budgets/window.ts';
import { addDays, daysBetween, earliestDay, type Day, type DayRange } from '../time/day.ts';
import { Problem } from './problem.ts';

const daysMax = 400;

/**
 * The days that usage is shown of, through yesterday at the latest: those said, or those so far of the window (the
 * month unless said otherwise) that holds the last one. Raises Problem for what is no such range.
 */
export function usageRange(
  input: { readonly window?: WindowKind; readonly from?: Day; readonly through?: Day },
  today: Day,
  anchorDay: number,
): DayRange {
  if (input.window !== undefined && input.from !== undefined) {
    throw new Problem('invalid-input', '--window and --from both say where the days begin; give one of them');
  }
  const last = input.through ?? today;
  const from = input.from ?? windowAt(input.window ?? 'month', last, { anchorDay }).from;
  // The platform tells of a day when it is over.
  const through = earliestDay(last, addDays(today, -1));
  const days = daysBetween(from, last) + 1;
  if (days < 1 || days > daysMax) {
    throw new Problem('invalid-input', `${from} to ${last} is not 1 to ${daysMax} days; choose others`);
  }
  return { from, through };
}
