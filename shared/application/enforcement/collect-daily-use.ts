import type { Window } from '../../domain/budgets/window.ts';
import { dailyUseGatherer, knownFromOf, rowOwners, type DailyUse } from '../../domain/ledger/daily-use.ts';
import { historyStart } from '../../domain/ledger/reading-range.ts';
import type { KnownUser } from '../../domain/roster/person.ts';
import { addDays, earliestDay, latestDay, type Day, type DayRange } from '../../domain/time/day.ts';
import type { LedgerStore } from './ports.ts';

/** What a forecast learns from, and the longest window with the day before it. */
const daysLookedAt = 120;

export interface DailyUseOrder {
  readonly users: readonly KnownUser[];
  /** Every window in use. */
  readonly windows: readonly Window[];
  /** The last day that is known; absent when none is. */
  readonly through: Day | undefined;
}

/** What everybody consumed day by day, far enough back for forecasts, for estimates of demand and for every window. */
export async function collectDailyUse(ledger: LedgerStore, order: DailyUseOrder): Promise<DailyUse> {
  const range = dailyUseRange(order);
  const days = range.from > range.through ? [] : await ledger.listDays(range);
  const daily = dailyUseGatherer({ range, knownFrom: knownFromOf(range, days) }, rowOwners(order.users));
  const billed = new Map(days.map(({ day, totalCredits }) => [day, totalCredits]));
  for await (const { day, rows } of ledger.readEach([...billed.keys()])) {
    daily.add({ day, rows, billedCredits: billed.get(day) ?? 0 });
  }
  return daily.gathered();
}

/** The days that are looked at; it ends before it starts when there are none. */
export function dailyUseRange({ windows, through }: Pick<DailyUseOrder, 'windows' | 'through'>): DayRange {
  const last = through ?? addDays(earliestDay('9999-12-31', ...windows.map(({ from }) => from)), -1);
  const wanted = earliestDay(addDays(last, 1 - daysLookedAt), ...windows.map(({ from }) => from));
  return { from: latestDay(historyStart, wanted), through: last };
}
