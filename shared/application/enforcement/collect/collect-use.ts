import type { Window } from '../../../domain/budgets/window.ts';
import { dailyUseBuilder, knownFromOf, type DailyUse } from '../../../domain/ledger/daily-use.ts';
import type { LedgerDay } from '../../../domain/ledger/ledger-day.ts';
import { rowOwners } from '../../../domain/ledger/row-owner.ts';
import { usageTotalsBuilder, type UsageTotals } from '../../../domain/ledger/usage-totals.ts';
import type { KnownUser } from '../../../domain/roster/person.ts';
import { earliestDay, type Day, addDays, latestDay, type DayRange } from '../../../domain/time/day.ts';
import type { LedgerStore } from '../ports.ts';
import { historyStart } from '../../../domain/ledger/reading-range.ts';

interface UseOrder {
  readonly users: readonly KnownUser[];
  /** Every window in use. */
  readonly windows: readonly Window[];
  /** Of the days of the windows, those whose figures count. */
  readonly days: readonly LedgerDay[];
  /** The last day of the windows that may have figures: the day before the run. */
  readonly yesterday: Day;
  /** The last day that is known; absent when none is. */
  readonly through: Day | undefined;
  /** Nothing is forecast and nothing is divided: of days before the windows only the figures that count are read. */
  readonly withoutHistory?: boolean;
}

/** What is read of a ledger to add it up. */
export type ReadLedger = Pick<LedgerStore, 'listDays' | 'readEach'>;

/** What a plan, its alerts and its estimates rest on. */
interface CollectedUse {
  readonly usage: UsageTotals;
  readonly use: DailyUse;
}

/**
 * Adds up the ledger over the windows in use, and gathers what everybody consumed day by day, far enough back for
 * forecasts, for estimates of demand and for every window. Every day of the ledger is read once: for a large
 * organization that reading is most of what a run takes from the tables.
 */
export async function collectUse(ledger: ReadLedger, order: UseOrder): Promise<CollectedUse> {
  const { users, windows, yesterday } = order;
  const wanted = dailyUseRange(order);
  const known = wanted.from > wanted.through ? [] : await ledger.listDays(wanted);
  // Of days before the first that is known there is nothing to gather.
  const [first, ...later] = order.through === undefined ? [] : known.map(({ day }) => day);
  const range = first === undefined ? wanted : { ...wanted, from: earliestDay(first, ...later) };
  const from = earliestDay(yesterday, ...windows.map((window) => window.from));
  const counted = new Map(order.days.filter(({ day }) => from <= day && day <= yesterday).map((day) => [day.day, day]));
  const gathered = new Map(known.map((day) => [day.day, day]));

  const totals = usageTotalsBuilder(windows);
  const daily = dailyUseBuilder({ range, knownFrom: knownFromOf(range, known) }, rowOwners(users));
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
  const texts = new Map(users.flatMap(({ userId, email = userId }) => [userId, email]).map((text) => [text, text]));
  return { usage: totals.total((text) => texts.get(text) ?? text), use: daily.gathered() };
}

/** What a forecast learns from, and the longest window with the day before it. */
export const daysLookedAt = 120;

/** The days that are looked at; it ends before it starts when there are none. */
function dailyUseRange({ windows, through, withoutHistory = false }: UseOrder): DayRange {
  const last = through ?? addDays(earliestDay('9999-12-31', ...windows.map(({ from }) => from)), -1);
  const historyFrom = withoutHistory ? last : addDays(last, 1 - daysLookedAt);
  const wanted = earliestDay(historyFrom, ...windows.map(({ from }) => from));
  return { from: latestDay(historyStart, wanted), through: last };
}

/** Adds up the ledger over the windows in use, a day at a time, through `through`. */
export async function collectUsage(
  ledger: LedgerStore,
  windows: readonly Window[],
  { days, through }: { readonly days: readonly LedgerDay[]; readonly through: Day },
): Promise<UsageTotals> {
  const from = earliestDay(through, ...windows.map((window) => window.from));
  const wanted = new Map(days.filter(({ day }) => day >= from && day <= through).map((day) => [day.day, day]));
  const totals = usageTotalsBuilder(windows);
  for await (const { day, rows } of ledger.readEach([...wanted.keys()])) {
    totals.add({ day, rows, unreadableUserIds: wanted.get(day)?.unreadableUserIds ?? [] });
  }
  return totals.total();
}
