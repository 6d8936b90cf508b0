import type { Window } from '../../domain/budgets/window.ts';
import { dailyUseGatherer, knownFromOf, rowOwners, type DailyUse } from '../../domain/ledger/daily-use.ts';
import type { LedgerDay } from '../../domain/ledger/ledger-day.ts';
import { usageTotaller, type UsageTotals } from '../../domain/ledger/usage-totals.ts';
import type { KnownUser } from '../../domain/roster/person.ts';
import { earliestDay, type Day } from '../../domain/time/day.ts';
import { dailyUseRange } from './collect-daily-use.ts';
import type { LedgerStore } from './ports.ts';

export interface UseOrder {
  readonly users: readonly KnownUser[];
  /** Every window in use. */
  readonly windows: readonly Window[];
  /** Of the days of the windows, those whose figures count. */
  readonly days: readonly LedgerDay[];
  /** The last day of the windows that may have figures: the day before the run. */
  readonly yesterday: Day;
  /** The last day that is known; absent when none is. */
  readonly through: Day | undefined;
}

/** What a plan, its alerts and its estimates rest on. */
export interface CollectedUse {
  readonly usage: UsageTotals;
  readonly use: DailyUse;
}

/**
 * The same as `collectUsage` and `collectDailyUse` together, with every day of the ledger read once: for a large
 * organization that reading is most of what a night takes from the tables.
 */
export async function collectUse(ledger: LedgerStore, order: UseOrder): Promise<CollectedUse> {
  const { users, windows, yesterday } = order;
  const range = dailyUseRange(order);
  const known = range.from > range.through ? [] : await ledger.listDays(range);
  const from = earliestDay(yesterday, ...windows.map((window) => window.from));
  const counted = new Map(order.days.filter(({ day }) => from <= day && day <= yesterday).map((day) => [day.day, day]));
  const gathered = new Map(known.map((day) => [day.day, day]));

  const totals = usageTotaller(windows);
  const daily = dailyUseGatherer({ range, knownFrom: knownFromOf(range, known) }, rowOwners(users));
  const days = [...new Set([...counted.keys(), ...gathered.keys()])].toSorted();
  for await (const { day, rows } of ledger.readEach(days)) {
    const one = counted.get(day);
    if (one !== undefined) {
      totals.add({ day, rows, unreadableUserIds: one.unreadableUserIds });
    }
    const billed = gathered.get(day);
    if (billed !== undefined) {
      daily.add({ day, rows, billedCredits: billed.totalCredits });
    }
  }
  return { usage: totals.total(), use: daily.gathered() };
}
