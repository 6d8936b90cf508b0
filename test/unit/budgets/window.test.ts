import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isWithin, windowAt, windowKinds } from '../../../shared/budgets/window.ts';
import { addDays, daysBetween, weekdayOf } from '../../../shared/kernel/time/day.ts';
import { aDay } from '../../support/domain-samples.ts';

const calendarMonth = { anchorDay: 1 };

test.for([
  ['day', '2026-03-15', '2026-03-15', '2026-03-15'],
  ['week', '2026-03-15', '2026-03-09', '2026-03-15'],
  ['week', '2026-03-16', '2026-03-16', '2026-03-22'],
  ['week', '2027-01-01', '2026-12-28', '2027-01-03'],
  ['month', '2024-02-10', '2024-02-01', '2024-02-29'],
  ['month', '2026-02-10', '2026-02-01', '2026-02-28'],
  ['month', '2026-12-31', '2026-12-01', '2026-12-31'],
  ['quarter', '2026-02-10', '2026-01-01', '2026-03-31'],
  ['quarter', '2026-12-31', '2026-10-01', '2026-12-31'],
  ['platform', '2026-02-10', '2026-02-01', '2026-02-28'],
] as const)('the %s of %s runs from %s through %s', ([kind, day, from, through]) => {
  expect(windowAt(kind, day, calendarMonth)).toEqual({ kind, from, through });
});

test.for([
  [15, '2026-03-14', '2026-02-15', '2026-03-14'],
  [15, '2026-03-15', '2026-03-15', '2026-04-14'],
  [15, '2026-01-14', '2025-12-15', '2026-01-14'],
  [29, '2026-02-28', '2026-02-28', '2026-03-28'],
  [29, '2024-02-28', '2024-01-29', '2024-02-28'],
  [29, '2024-02-29', '2024-02-29', '2024-03-28'],
  [30, '2026-03-01', '2026-02-28', '2026-03-29'],
  [31, '2026-02-27', '2026-01-31', '2026-02-27'],
  [31, '2026-02-28', '2026-02-28', '2026-03-30'],
  [31, '2026-04-30', '2026-04-30', '2026-05-30'],
  [31, '2026-12-31', '2026-12-31', '2027-01-30'],
] as const)('a billing month anchored on the %s holds %s from %s through %s', ([anchorDay, day, from, through]) => {
  expect(windowAt('platform', day, { anchorDay })).toEqual({ kind: 'platform', from, through });
});

test.for([0, 32, 1.5, Number.NaN])('an anchor day of %s is a mistake of our own', (anchorDay) => {
  expect(() => windowAt('platform', '2026-03-15', { anchorDay })).toThrow(/anchor day .*31/u);
});

test('windows of one kind part the calendar: each day in one, the next begins where it ends', () => {
  const anyAnchor = fc.integer({ min: 1, max: 31 });

  fc.assert(
    fc.property(fc.constantFrom(...windowKinds), aDay, anyAnchor, (kind, day, anchorDay) => {
      const window = windowAt(kind, day, { anchorDay });
      const next = windowAt(kind, addDays(window.through, 1), { anchorDay });

      expect(isWithin(day, window)).toBe(true);
      expect(windowAt(kind, window.from, { anchorDay })).toEqual(window);
      expect(windowAt(kind, window.through, { anchorDay })).toEqual(window);
      expect(next.from).toBe(addDays(window.through, 1));
    }),
    { numRuns: 1_000 },
  );
});

test('a week is seven days from a Monday, a billing month 28 to 31 days', () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: 1, max: 31 }), (day, anchorDay) => {
      const week = windowAt('week', day, { anchorDay });
      const month = windowAt('platform', day, { anchorDay });

      expect(weekdayOf(week.from)).toBe(1);
      expect(daysBetween(week.from, week.through)).toBe(6);
      expect(daysBetween(month.from, month.through) + 1).toBeGreaterThanOrEqual(28);
      expect(daysBetween(month.from, month.through) + 1).toBeLessThanOrEqual(31);
    }),
  );
});
