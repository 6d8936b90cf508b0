import type { LedgerStore } from '../../../application/enforcement/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { LedgerDay, LedgerRow } from '../../../domain/ledger/ledger-day.ts';
import { daysOf, type Day } from '../../../domain/time/day.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** The ledger in memory, with the semantics of `dynamoLedgerStore`. */
export function memoryLedgerStore(): LedgerStore {
  const days = new Map<Day, LedgerDay>();
  const rows = new Map<Day, Map<string, LedgerRow>>();

  return {
    async listDays({ from, through }) {
      const inRange = [...days.values()].filter(({ day }) => from <= day && day <= through);
      return storedCopy(sortedBy(inRange, ({ day }) => day));
    },
    async putDay(day) {
      days.set(day.day, storedCopy(day));
    },
    async readRows(day) {
      return storedCopy(sortedBy(rows.get(day)?.values() ?? [], ({ userId }) => userId));
    },
    async *readEach(wanted) {
      for (const day of wanted) {
        yield { day, rows: storedCopy(sortedBy(rows.get(day)?.values() ?? [], ({ userId }) => userId)) };
      }
    },
    async putRows(day, newRows) {
      const ofDay = rows.get(day) ?? new Map<string, LedgerRow>();
      for (const row of newRows) {
        invariant(row.userId !== '', 'a ledger row names its user');
        ofDay.set(row.userId, storedCopy(row));
      }
      rows.set(day, ofDay);
    },
    async readUser(userId, range) {
      return daysOf(range).flatMap((day) => {
        const row = rows.get(day)?.get(userId);
        return row === undefined ? [] : [{ day, credits: row.credits }];
      });
    },
  };
}
