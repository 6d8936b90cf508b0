import { expect, test } from 'vitest';

import { gatherMetrics } from '../../../shared/ledger/gather-metrics.ts';
import type { UserMetricsPage } from '../../../shared/ledger/reading.ts';

const [monday, tuesday] = ['2026-03-16', '2026-03-17'];
const range = { from: monday, through: tuesday };

async function* pages(...given: readonly Partial<UserMetricsPage>[]): AsyncIterable<UserMetricsPage> {
  yield* given.map((page) => ({ rows: [], unreadable: [], ...page }));
}

test('rows of all pages are sorted by day', async () => {
  const metrics = await gatherMetrics(
    range,
    pages(
      { rows: [{ day: monday, userId: 'ann', credits: 1 }] },
      {
        rows: [
          { day: tuesday, userId: 'ann', credits: 2 },
          { day: monday, userId: 'bob', credits: 3 },
        ],
      },
    ),
  );

  expect(Object.fromEntries(metrics.of(monday).creditsByUser)).toEqual({ ann: 1, bob: 3 });
  expect(Object.fromEntries(metrics.of(tuesday).creditsByUser)).toEqual({ ann: 2 });
});

test('a row that stands on two pages is counted as repeated, on its day alone', async () => {
  const row = { day: monday, userId: 'ann', credits: 1 };

  const metrics = await gatherMetrics(range, pages({ rows: [row] }, { rows: [row] }));

  expect(metrics.of(monday).repeatedRows).toBe(1);
  expect(metrics.of(tuesday).repeatedRows).toBe(0);
});

test('an unreadable row counts for its day; without a day, for every day', async () => {
  const metrics = await gatherMetrics(
    range,
    pages({
      unreadable: [
        { day: monday, userId: 'ann', problem: 'credits' },
        { userId: 'bob', problem: 'day' },
        { day: monday, problem: 'user_id' },
      ],
    }),
  );

  expect([...metrics.of(monday).unreadableUserIds].toSorted()).toEqual(['ann', 'bob']);
  expect([...metrics.of(tuesday).unreadableUserIds]).toEqual(['bob']);
});

test('a row of another day than was asked for is of no use', async () => {
  const metrics = await gatherMetrics(range, pages({ rows: [{ day: '2026-03-15', userId: 'ann', credits: 1 }] }));

  expect(metrics.of(monday).creditsByUser.size).toBe(0);
  expect(metrics.of('2026-03-15').creditsByUser.size).toBe(0);
});

test('no credits are a row, and a user without a row has none', async () => {
  const metrics = await gatherMetrics(range, pages({ rows: [{ day: monday, userId: 'ann', credits: 0 }] }));

  expect([...metrics.of(monday).creditsByUser]).toEqual([['ann', 0]]);
  expect([...metrics.of(tuesday).creditsByUser]).toEqual([]);
});
