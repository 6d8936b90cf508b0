import { addDays, daysOf, latestDay, startOfDayMs, type Day } from '../../../kernel/time/day.ts';
import { expectedCredits } from '../../../ledger/expected-credits.ts';
import type { LedgerDay, LedgerRow } from '../../../ledger/ledger-day.ts';
import { historyStart } from '../../../ledger/reading-range.ts';
import { restChance } from '../../../ledger/rest-chance.ts';
import { recordsByUser } from '../../../limits/limit-record.ts';
import { limitsInForce } from '../../../limits/limits-in-force.ts';
import { platformWindowFrom, type EnforcementSettings } from '../enforcement-settings.ts';
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
  const from = platformWindowFrom(settings, day);
  const before = daysOf({ from: latestDay(historyStart, from), through: addDays(day, -1) });
  const weekdays = sameWeekdays(day, known);
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

/**
 * How probable it is that a day as low as this one is a day of rest, by what the same people did on the same weekday of
 * earlier weeks. Asked for only when a day looks as if it had collapsed.
 */
export async function chanceOfRest(
  ledger: Pick<LedgerStore, 'readRows'>,
  { day, known, rows, collapseShare }: DayLook & Pick<EnforcementSettings, 'collapseShare'>,
): Promise<number> {
  const earlier: ReadonlyMap<string, number>[] = [];
  for (const weekday of sameWeekdays(day, known)) {
    earlier.push(await creditsOn(ledger, [weekday]));
  }
  return restChance({ earlier, rows, collapseShare });
}

interface DayLook {
  readonly day: Day;
  readonly known: ReadonlyMap<Day, LedgerDay>;
  readonly rows: readonly LedgerRow[];
}

function sameWeekdays(day: Day, known: ReadonlyMap<Day, LedgerDay>): readonly Day[] {
  return [7, 14, 21, 28].map((days) => addDays(day, -days)).filter((each) => isComplete(known.get(each)));
}

async function creditsOn(
  ledger: Pick<LedgerStore, 'readRows'>,
  days: readonly Day[],
): Promise<ReadonlyMap<string, number>> {
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
