import { expect, test } from 'vitest';

import { msPerDay, startOfDayMs } from '../../../../shared/kernel/time/day.ts';
import { eveningShareOf } from '../../../../shared/live/giving/evening-share.ts';
import { defaultGivingRule } from '../../../../shared/live/giving/giving-rule.ts';

const hourMs = 3_600_000;
const nowMs = Date.parse('2026-03-15T22:50:00Z');
const hours = { nowMs, nightMs: Date.parse('2026-03-16T02:30:00Z'), lagMs: 2 * hourMs };

/** Readings ten minutes before every hour, of people who use so much in each hour of UTC. */
function readings(days: number, usedIn: (hour: number) => number, isRead = (index: number) => index >= 0) {
  const fromMs = startOfDayMs('2026-03-15') + 50 * 60_000 - days * msPerDay;
  let credits = 0;
  return Array.from({ length: days * 24 + 23 }, (_, index) => {
    credits += usedIn(index % 24);
    return { beganAtMs: fromMs + index * hourMs, credits };
  }).filter((__, index) => isRead(index));
}

const shareOf = (given: ReturnType<typeof readings>) => eveningShareOf(given, hours, defaultGivingRule);
const { eveningShare } = defaultGivingRule;

test('where as much is used until the night as in other hours, users keep the usual share of what they have left', () => {
  expect(shareOf(readings(7, () => 10))).toBeCloseTo(eveningShare);
});

test('the busier the evenings are, the more users keep, up to all', () => {
  const withEvening = (credits: number) => shareOf(readings(7, (hour) => (hour < 3 ? credits : 10)));

  expect(withEvening(12)).toBeGreaterThan(eveningShare);
  expect(withEvening(14)).toBeGreaterThan(withEvening(12) ?? 1);
  expect(withEvening(100)).toBe(1);
});

test('where nobody works in the evening, users keep the usual share for somebody who does for once', () => {
  expect(shareOf(readings(7, (hour) => (hour > 8 && hour < 18 ? 10 : 0)))).toBe(eveningShare);
});

test('there is no telling until three evenings are known, nor where nothing is used at all', () => {
  expect(shareOf(readings(2, () => 10))).toBeUndefined();
  expect(shareOf(readings(3, () => 10))).toBeLessThan(1);
  expect(shareOf(readings(7, () => 0))).toBeUndefined();
});

test('an evening whose look failed is left out', () => {
  const failing = (count: number) =>
    readings(
      4,
      () => 10,
      (index) => index % 24 !== 22 || index >= count * 24,
    );

  expect([shareOf(failing(1)), shareOf(failing(2))]).toEqual([expect.closeTo(eveningShare), undefined]);
});
