import type { Budget } from '../../domain/budgets/budget.ts';
import type { Window } from '../../domain/budgets/window.ts';
import { windowsInUse } from '../../domain/caps/layer.ts';
import { historyStart } from '../../domain/ledger/reading-range.ts';
import { addDays, earliestDay, latestDay, type Day } from '../../domain/time/day.ts';
import type { EnforcementSettings } from '../runs/run-context.ts';

/** Which days a run looks at. */
export interface DaysInUse {
  readonly windows: readonly Window[];
  readonly yesterday: Day;
  /** Where the longest window begins. */
  readonly windowsFrom: Day;
  /** That, or where the days begin that the trust gate compares others with. */
  readonly neededFrom: Day;
}

/** The trust gate compares a day with the same weekday of four weeks before it. */
export const statisticsDays = 28;

/** The days that the windows of some budgets make it necessary to know. */
export function daysInUse(
  budgets: readonly Budget[],
  today: Day,
  { platformWindowAnchorDay: anchorDay }: Pick<EnforcementSettings, 'platformWindowAnchorDay'>,
): DaysInUse {
  const windows = windowsInUse(budgets, today, { anchorDay });
  const yesterday = addDays(today, -1);
  const windowsFrom = latestDay(historyStart, earliestDay(today, ...windows.map((window) => window.from)));
  const neededFrom = earliestDay(windowsFrom, addDays(yesterday, -statisticsDays));
  return { windows, yesterday, windowsFrom, neededFrom };
}
