import type { Window } from '../domain/budgets/window.ts';
import type { LedgerDay } from '../domain/ledger/ledger-day.ts';
import { totalUsage, type UsageDay, type UsageTotals } from '../domain/ledger/usage-totals.ts';
import { earliestDay, type Day } from '../domain/time/day.ts';
import type { LedgerStore } from './ports.ts';

/** Adds up the ledger over the windows in use, a day at a time, through `through`. */
export async function collectUsage(
  ledger: LedgerStore,
  windows: readonly Window[],
  { days, through }: { readonly days: readonly LedgerDay[]; readonly through: Day },
): Promise<UsageTotals> {
  const from = earliestDay(through, ...windows.map((window) => window.from));
  const wanted = days.filter((day) => day.day >= from && day.day <= through);
  return totalUsage(windows, readDays(ledger, wanted));
}

async function* readDays(ledger: LedgerStore, days: readonly LedgerDay[]): AsyncIterable<UsageDay> {
  for (const { day, unreadableUserIds } of days) {
    yield { day, rows: await ledger.readRows(day), unreadableUserIds };
  }
}
