import { windowAt } from '../../../domain/budgets/window.ts';
import { expectedCredits } from '../../../domain/ledger/expected-credits.ts';
import type { LedgerDay } from '../../../domain/ledger/ledger-day.ts';
import { historyStart } from '../../../domain/ledger/reading-range.ts';
import { recordsByUser } from '../../../domain/limits/limit-record.ts';
import { limitsInForce } from '../../../domain/limits/limits-in-force.ts';
import { addDays, daysOf, latestDay, startOfDayMs, type Day } from '../../../domain/time/day.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import type { LedgerStore, LimitStore } from '../ports.ts';

export interface ExpectPorts {
  readonly ledger: LedgerStore;
  readonly limits: LimitStore;
}

/**
 * Credits that a day can be expected to come to, given the limits that were in force: less than its weekday's usual
 * when budgets had stopped people. Asked for only when a day looks as if it had collapsed.
 */
export async function expectDay(
  { ledger, limits }: ExpectPorts,
  settings: Pick<EnforcementSettings, 'platformWindowAnchorDay' | 'pools' | 'unlimitedCredits'>,
  { day, known }: { readonly day: Day; readonly known: ReadonlyMap<Day, LedgerDay> },
): Promise<number> {
  const { from } = windowAt('platform', day, { anchorDay: settings.platformWindowAnchorDay });
  const before = daysOf({ from: latestDay(historyStart, from), through: addDays(day, -1) });
  const weekdays = [7, 14, 21, 28].map((days) => addDays(day, -days)).filter((each) => isComplete(known.get(each)));
  const used = await creditsOn(ledger, before);
  const usual = await creditsOn(ledger, weekdays);
  const terms = {
    unlimitedCredits: settings.unlimitedCredits,
    enforcementDelayMinutes: settings.pools.enforcementDelayMinutes,
    knownUntilMs: startOfDayMs(day),
  };
  const endMs = startOfDayMs(addDays(day, 1));
  const records = recordsByUser(await limits.list());
  return expectedCredits(
    [...usual].map(([userId, credits]) => ({
      usualCredits: credits / weekdays.length,
      usedCredits: used.get(userId) ?? 0,
      limits: limitsInForce(records.get(userId), terms).filter(({ fromMs }) => fromMs < endMs),
    })),
  );
}

async function creditsOn(ledger: ExpectPorts['ledger'], days: readonly Day[]): Promise<ReadonlyMap<string, number>> {
  const credits = new Map<string, number>();
  for (const day of days) {
    for (const row of await ledger.readRows(day)) {
      credits.set(row.userId, (credits.get(row.userId) ?? 0) + row.credits);
    }
  }
  return credits;
}

function isComplete(day: LedgerDay | undefined): boolean {
  return day?.status === 'complete';
}
