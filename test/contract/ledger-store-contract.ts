import { beforeEach, describe, expect, test } from 'vitest';

import type { LedgerStore } from '../../shared/enforcement/ports.ts';
import { daysOf } from '../../shared/kernel/time/day.ts';
import type { LedgerDay } from '../../shared/ledger/ledger-day.ts';

function aDay(day: string, facts: Partial<LedgerDay> = {}): LedgerDay {
  return {
    day,
    status: 'complete',
    totalCredits: 100,
    hasTrustedFigures: true,
    doubts: [],
    unreadableUserIds: [],
    readAt: '2026-03-15T02:30:00.000Z',
    ...facts,
  };
}

const range = { from: '2026-03-01', through: '2026-03-31' };

export function describeLedgerStore(name: string, makeStore: () => Promise<LedgerStore>): void {
  describe(`the ledger store ${name}`, () => {
    let store: LedgerStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    test('gives the days of a range in ascending order, both ends included', async () => {
      for (const day of ['2026-03-31', '2026-04-01', '2026-03-01', '2026-02-28']) {
        await store.putDay(aDay(day));
      }

      const days = await store.listDays(range);

      expect(days.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-31']);
    });

    test('keeps every fact about a day', async () => {
      const suspect = aDay('2026-03-05', {
        status: 'suspect',
        hasTrustedFigures: false,
        doubts: [{ kind: 'sum-differs', detail: 'the users add up to 90 of 100' }],
        unreadableUserIds: ['u1'],
        suspectSince: '2026-03-06T02:30:00.000Z',
        clearedByRunId: 'enforce-1',
      });
      await store.putDay(suspect);

      const days = await store.listDays(range);

      expect(days).toEqual([suspect]);
    });

    test('sets a day again instead of adding to it', async () => {
      await store.putDay(aDay('2026-03-05', { suspectSince: '2026-03-06T02:30:00.000Z' }));
      await store.putDay(aDay('2026-03-05', { totalCredits: 7 }));

      const days = await store.listDays(range);

      expect(days).toEqual([aDay('2026-03-05', { totalCredits: 7 })]);
    });

    test('gives the rows of one day only, ascending by user id', async () => {
      await store.putRows('2026-03-05', [
        { userId: 'b', credits: 2, email: null },
        { userId: 'a', credits: 1, email: 'A@x.example' },
      ]);
      await store.putRows('2026-03-06', [{ userId: 'c', credits: 3, email: null }]);

      const rows = await store.readRows('2026-03-05');

      expect(rows).toEqual([
        { userId: 'a', credits: 1, email: 'A@x.example' },
        { userId: 'b', credits: 2, email: null },
      ]);
    });

    test('holds the last value set for a user and day, within one write too', async () => {
      await store.putRows('2026-03-05', [{ userId: 'a', credits: 1, email: null }]);
      await store.putRows('2026-03-05', [
        { userId: 'a', credits: 5, email: null },
        { userId: 'a', credits: 4, email: null },
      ]);

      const rows = await store.readRows('2026-03-05');

      expect(rows).toEqual([{ userId: 'a', credits: 4, email: null }]);
    });

    test('keeps the rows of everybody who is not written again, under the email they had then', async () => {
      const many = Array.from({ length: 300 }, (_, index) => ({
        userId: `u-${1_000 + index}`,
        credits: index,
        email: index % 3 === 0 ? null : `U${index}@x.example`,
      }));
      await store.putRows('2026-03-05', many);
      await store.putRows('2026-03-06', many);
      const renamed = many.slice(40, 60).map((row) => ({ ...row, credits: 7, email: `new-${row.userId}@x.example` }));
      await store.putRows('2026-03-06', renamed);

      const [before, after] = [await store.readRows('2026-03-05'), await store.readRows('2026-03-06')];

      expect(before).toEqual(many);
      expect(after).toEqual([...many.slice(0, 40), ...renamed, ...many.slice(60)]);
    });

    test('loses nothing when several writers set rows of one day at once', async () => {
      const parts = Array.from({ length: 5 }, (_, part) =>
        Array.from({ length: 40 }, (__, index) => ({
          userId: `u-${100 + part * 40 + index}`,
          credits: part,
          email: `e${part}@x.example`,
        })),
      );

      await Promise.all(parts.map(async (rows) => store.putRows('2026-03-05', rows)));

      expect(await store.readRows('2026-03-05')).toEqual(parts.flat());
    });

    test('gives the rows of several days one after the other, in the order asked for', async () => {
      await store.putRows('2026-03-05', [{ userId: 'a', credits: 1, email: null }]);
      await store.putRows('2026-03-06', [{ userId: 'b', credits: 2, email: 'b@x.example' }]);

      const days = await Array.fromAsync(store.readEach(['2026-03-06', '2026-03-01', '2026-03-05']));

      expect(days).toEqual([
        { day: '2026-03-06', rows: [{ userId: 'b', credits: 2, email: 'b@x.example' }] },
        { day: '2026-03-01', rows: [] },
        { day: '2026-03-05', rows: [{ userId: 'a', credits: 1, email: null }] },
      ]);
    });

    test('gives a day that is written while the days are read, with users that were not known before', async () => {
      await store.putRows('2026-03-05', [{ userId: 'a', credits: 1, email: null }]);
      // More than one call reads at once.
      const days = daysOf({ from: '2026-03-05', through: '2026-06-30' });
      const reading = store.readEach(days)[Symbol.asyncIterator]();
      await reading.next();
      const fresh = Array.from({ length: 50 }, (_, index) => ({ userId: `u-${10 + index}`, credits: 3, email: null }));
      await store.putRows('2026-06-30', fresh);

      const later = await Array.fromAsync({ [Symbol.asyncIterator]: () => reading });

      expect(new Set(later.at(-1)?.rows)).toEqual(new Set(fresh));
    });

    test('gives no rows for a day that was never written, and takes a write of none', async () => {
      await store.putRows('2026-03-05', []);

      const rows = await store.readRows('2026-03-05');

      expect(rows).toEqual([]);
    });

    test('keeps more rows than one batch holds', async () => {
      const rows = Array.from({ length: 60 }, (_, index) => ({
        userId: `user-${String(index).padStart(3, '0')}`,
        credits: index,
        email: null,
      }));
      await store.putRows('2026-03-05', rows);

      const read = await store.readRows('2026-03-05');

      expect(read).toEqual(rows);
    });

    test('gives one user’s rows of a range, ascending by day, without the days that have none', async () => {
      for (const day of ['2026-03-09', '2026-03-02', '2026-04-01']) {
        await store.putRows(day, [
          { userId: 'a', credits: 1, email: null },
          { userId: 'b', credits: 2, email: null },
        ]);
      }

      const rows = await store.readUser('b', range);

      expect(rows).toEqual([
        { day: '2026-03-02', credits: 2 },
        { day: '2026-03-09', credits: 2 },
      ]);
    });

    test('takes and gives copies', async () => {
      const row = { userId: 'a', credits: 1, email: null };
      await store.putRows('2026-03-05', [row]);
      row.credits = 99;

      const rows = await store.readRows('2026-03-05');

      expect(rows).toEqual([{ userId: 'a', credits: 1, email: null }]);
    });
  });
}
