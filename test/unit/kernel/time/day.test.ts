import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  addDays,
  dayOf,
  daysBetween,
  daysOf,
  earliestDay,
  isDay,
  latestDay,
  startOfDayMs,
  weekdayOf,
  dayRanges,
} from '../../../../shared/kernel/time/day.ts';
import { aDay } from '../../../support/domain-samples.ts';

test.for([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2100-02-29', false],
  ['2000-02-29', true],
  ['2026-02-30', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['2026-01-01T00:00:00Z', false],
  [' 2026-01-01', false],
  ['', false],
] as const)('%s is a day of the calendar: %s', ([text, expected]) => {
  expect(isDay(text)).toBe(expected);
});

test('an instant belongs to its UTC day, up to the last millisecond', () => {
  expect(dayOf(Date.parse('2026-03-15T23:59:59.999Z'))).toBe('2026-03-15');
  expect(dayOf(Date.parse('2026-03-16T00:00:00+02:00'))).toBe('2026-03-15');
});

test('an invalid instant has no day', () => {
  expect(dayOf(Number.NaN)).toBe('');
});

test('the day of any instant is the first part of the instant as text', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (instant) => {
      expect(dayOf(instant.getTime())).toBe(instant.toISOString().slice(0, 10));
    }),
  );
});

test('what is not a day has no start', () => {
  expect(() => startOfDayMs('15 March')).toThrow('YYYY-MM-DD');
});

test('weekdays count from Monday, 1, to Sunday, 7', () => {
  expect(daysOf({ from: '2026-03-16', through: '2026-03-22' }).map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('a range that ends before it starts holds no day', () => {
  expect(daysOf({ from: '2026-03-16', through: '2026-03-15' })).toEqual([]);
});

test('of several days one is the earliest and one the latest', () => {
  expect(earliestDay('2026-03-02', '2026-03-01', '2026-03-03')).toBe('2026-03-01');
  expect(latestDay('2026-03-02', '2026-03-01', '2026-03-03')).toBe('2026-03-03');
});

test('adding days and counting them are inverse, across leap years too', () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: -2_000, max: 2_000 }), (day, count) => {
      const later = addDays(day, count);

      expect(isDay(later)).toBe(true);
      expect(daysBetween(day, later)).toBe(count);
      expect(addDays(later, -count)).toBe(day);
    }),
  );
});

test('the days of a range are one after another, both ends included', () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: 0, max: 400 }), (from, length) => {
      const days = daysOf({ from, through: addDays(from, length) });

      expect(days).toHaveLength(length + 1);
      expect(days[0]).toBe(from);
      expect(days.slice(1).every((day, index) => addDays(days[index] ?? '', 1) === day)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('days in their order are written as the ranges that they make', () => {
  expect(dayRanges(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-03'])).toEqual([
    '30 Oct 2026 to 1 Nov 2026',
    '3 Nov 2026',
  ]);
  expect(dayRanges([])).toEqual([]);
});
