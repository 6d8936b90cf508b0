import { daysOf, type Day, type DayRange, addDays, latestDay, startOfDayMs } from '../../../kernel/time/day.ts';
import { DaysOfUsers } from '../../../ledger/days-of-users.ts';
import { expectedCredits } from '../../../ledger/expected-credits.ts';
import type { LedgerDay, LedgerRow } from '../../../ledger/ledger-day.ts';
import { historyStart } from '../../../ledger/reading-range.ts';
import type { UnreadableRow, UserMetricsPage, UserMetricsRow } from '../../../ledger/reading.ts';
import { restChance } from '../../../ledger/rest-chance.ts';
import type { DayMetrics } from '../../../ledger/trust-gate.ts';
import { recordsByUser } from '../../../limits/limit-record.ts';
import { limitsInForce } from '../../../limits/limits-in-force.ts';
import type { LedgerStore, LimitStore } from '../../ports.ts';
import { platformWindowFrom, type EnforcementSettings } from '../enforcement-settings.ts';

export interface GatheredMetrics {
  of(day: Day): DayMetrics;
}

interface DayNotes {
  readonly index: number;
  readonly unreadableUserIds: Set<string>;
  repeatedRows: number;
}

/**
 * Sorts all pages of the users analytics by day; rows of days outside of the range are of no use. A row without a
 * readable day counts for every day. A number a user and day, so that a quarter of a large organization fits in memory.
 */
export async function gatherMetrics(range: DayRange, pages: AsyncIterable<UserMetricsPage>): Promise<GatheredMetrics> {
  const days = daysOf(range);
  const notes = new Map(days.map((day, index) => [day, notesAt(index)]));
  const credits = creditsByDay(days.length);
  const unreadableOnAnyDay = new Set<string>();
  for await (const page of pages) {
    for (const row of page.rows) {
      const known = notes.get(row.day);
      if (known !== undefined) {
        known.repeatedRows += Number(credits.set(known.index, row));
      }
    }
    for (const { day, userId } of page.unreadable.filter(isNamed)) {
      (day === undefined ? unreadableOnAnyDay : notes.get(day)?.unreadableUserIds)?.add(userId);
    }
  }
  return {
    of(day) {
      const { index, unreadableUserIds, repeatedRows } = notes.get(day) ?? notesAt(days.length);
      return {
        creditsByUser: credits.on(index),
        unreadableUserIds: unreadableUserIds.union(unreadableOnAnyDay),
        repeatedRows,
      };
    },
  };
}

function notesAt(index: number): DayNotes {
  return { index, unreadableUserIds: new Set(), repeatedRows: 0 };
}

function isNamed(row: UnreadableRow): row is UnreadableRow & { readonly userId: string } {
  return row.userId !== undefined;
}

/** The credits of rows by user and day. 0 stands for no row, so that those of a row are kept as one more. */
function creditsByDay(length: number) {
  const users = new DaysOfUsers(length);
  return {
    /** Sets the credits of a day; true when the user has a row of it already. */
    set(index: number, { userId, credits }: UserMetricsRow): boolean {
      const isRepeated = users.read(userId, index) !== 0;
      users.set(userId, index, credits < 0 ? credits : credits + 1);
      return isRepeated;
    },
    on(index: number): ReadonlyMap<string, number> {
      const known = new Map<string, number>();
      for (const [userId, kept] of users.on(index)) {
        if (kept !== 0) {
          known.set(userId, kept < 0 ? kept : kept - 1);
        }
      }
      return known;
    },
  };
}

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
  settings: EnforcementSettings,
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
  ledger: LedgerStore,
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

async function creditsOn(ledger: LedgerStore, days: readonly Day[]): Promise<ReadonlyMap<string, number>> {
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
