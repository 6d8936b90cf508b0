import { expect, test } from 'vitest';

import { lastMonth, monthlyFiles } from '../../../shared/exports/monthly-files.ts';

test('the last month is the whole calendar month before, in UTC', () => {
  expect(lastMonth('2026-03-03')).toStrictEqual({ from: '2026-02-01', through: '2026-02-28' });
  expect(lastMonth('2028-03-31')).toStrictEqual({ from: '2028-02-01', through: '2028-02-29' });
  expect(lastMonth('2026-01-10')).toStrictEqual({ from: '2025-12-01', through: '2025-12-31' });
});

test('each month with a restated day has its usage once more, in every format; FOCUS is of usage alone', () => {
  const restated = ['2026-01-31', '2026-02-27', '2026-01-15', '2026-03-02'];

  const files = monthlyFiles('2026-03-03', { formats: ['json', 'focus-parquet'], restated, isWritten: false });

  expect(files.map(({ name }) => name)).toEqual([
    '2026-02/usage.json',
    '2026-02/usage-focus.parquet',
    '2026-02/budgets.json',
    '2026-02/limits.json',
    '2026-02/alerts.json',
    '2026-02/journal.json',
    '2026-01/usage.json',
    '2026-01/usage-focus.parquet',
  ]);
  expect(files.filter(({ isKept }) => isKept).map(({ what }) => what)).toEqual(['budgets', 'limits', 'alerts']);
});

test('a month that is written has nothing more to write but usage with restated days', () => {
  const files = monthlyFiles('2026-03-05', {
    formats: ['csv'],
    restated: ['2026-02-27', '2026-03-02'],
    isWritten: true,
  });

  expect(files.map(({ name }) => name)).toEqual(['2026-02/usage.csv']);
});
