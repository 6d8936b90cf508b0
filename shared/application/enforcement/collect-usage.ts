import type { Window } from '../../domain/budgets/window.ts';
import type { LedgerDay } from '../../domain/ledger/ledger-day.ts';
import { usageTotalsBuilder, type UsageTotals } from '../../domain/ledger/usage-totals.ts';
import { earliestDay, type Day } from '../../domain/time/day.ts';
import type { LedgerStore } from './ports.ts';

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
