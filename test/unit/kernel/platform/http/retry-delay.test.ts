import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { RETRY_DELAY_MS_MAX } from '../../../../../shared/kernel/platform/http/limits.ts';
import { retryAfterMs, retryDelayMs } from '../../../../../shared/kernel/platform/http/next-step.ts';

const NOW_MS = Date.parse('2026-03-15T12:00:00Z');
const without = { nowMs: NOW_MS, random: () => 0 };

describe('retryDelayMs', () => {
  test.each([
    [1, 250, 500],
    [2, 500, 1_000],
    [3, 1_000, 2_000],
    [40, 10_000, 20_000],
  ])('attempt %i backs off from %i to %i ms', (attempt, leastMs, mostMs) => {
    const least = retryDelayMs(attempt, without);
    const most = retryDelayMs(attempt, { ...without, random: () => 0.999_999 });

    expect(least).toBe(leastMs);
    expect(most).toBeGreaterThan(mostMs * 0.99);
    expect(most).toBeLessThanOrEqual(mostMs);
  });

  test('a wish in seconds is waited for, plus a spread of up to a quarter second', () => {
    expect(retryDelayMs(1, { ...without, retryAfter: '7' })).toBe(7_000);
    expect(retryDelayMs(5, { ...without, retryAfter: ' 7 ', random: () => 0.5 })).toBe(7_125);
  });

  test('a date is read against the platform clock when the answer has it', () => {
    const retryAfter = 'Sun, 15 Mar 2026 09:00:10 GMT';
    const date = 'Sun, 15 Mar 2026 09:00:00 GMT';

    const delayMs = retryDelayMs(1, { ...without, retryAfter, date });

    expect(delayMs).toBe(10_000);
  });

  test('a date is read against our clock when the answer has no time', () => {
    expect(retryDelayMs(1, { ...without, retryAfter: 'Sun, 15 Mar 2026 12:00:30 GMT' })).toBe(30_000);
  });

  test('the oldest date form, which names no zone, means GMT', () => {
    expect(retryDelayMs(1, { ...without, retryAfter: 'Sun Mar 15 12:00:30 2026' })).toBe(30_000);
  });

  test('a wish of no seconds falls back to backoff, so that attempts are not spent at once', () => {
    expect(retryDelayMs(3, { ...without, retryAfter: '0' })).toBe(1_000);
  });

  test.each(['-5', '1.5', 'soon', '', 'Sun, 15 Mar 2026 11:00:00 GMT', 'Xxx, not a date'])(
    'a past or meaningless wish (%s) falls back to backoff',
    (retryAfter) => {
      expect(retryDelayMs(1, { ...without, retryAfter })).toBe(250);
    },
  );

  test('no wish makes the wait longer than its maximum or negative', () => {
    const wishes = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), wishes, wishes, (attempt, retryAfter, date) => {
        const delayMs = retryDelayMs(attempt, { retryAfter, date, nowMs: NOW_MS, random: () => 0.99 });

        expect(delayMs).toBeGreaterThanOrEqual(0);
        expect(delayMs).toBeLessThanOrEqual(RETRY_DELAY_MS_MAX);
      }),
    );
  });

  test('the wish itself is known uncut, for those who can wait longer', () => {
    expect(retryAfterMs({ retryAfter: '3600', nowMs: NOW_MS })).toBe(3_600_000);
  });
});
