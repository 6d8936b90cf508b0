import type { DayRange } from '../../domain/time/day.ts';
import { Problem } from '../problem.ts';

/** Days in UTC, both included, by when a change was made. */
export function periodOf({
  from = '0000-01-01',
  to = '9999-12-31',
}: {
  from?: string | undefined;
  to?: string | undefined;
}): DayRange {
  if (to < from) {
    throw new Problem('invalid-input', `--to ${to} is before --from ${from}; give days in their order`);
  }
  return { from, through: to };
}
