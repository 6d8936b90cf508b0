import fc from 'fast-check';
import { expect, test } from 'vitest';

import { clockDoubt, clockSkew, describeClockSkew } from '../../../../shared/kernel/time/clock-skew.ts';

const noon = Date.parse('2026-03-15T12:00:00.000Z');
const date = new Date(noon).toUTCString();

test.for([
  ['an hour behind', noon - 3_600_000, 3_600_000],
  ['an hour ahead', noon + 3_600_000, -3_599_000],
  ['right', noon, 0],
  ['right, and the second has just begun', noon + 999, 0],
])('a machine whose clock is %s is recognized from one Date header', ([, atMs, skewMs]) => {
  expect(clockSkew(date, { sentMs: Number(atMs), receivedMs: Number(atMs) })).toBe(skewMs);
});

test('two clocks that agree never differ by a Date header, however long the call takes', () => {
  const span = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(span, span, span, (before, stampedMs, after) => {
      const header = new Date(noon + stampedMs).toUTCString();

      expect(clockSkew(header, { sentMs: noon + stampedMs - before, receivedMs: noon + stampedMs + after })).toBe(0);
    }),
  );
});

test('without a header that is a date nothing is known', () => {
  const times = { sentMs: noon, receivedMs: noon };

  expect([undefined, null, '', 'soon'].map((header) => clockSkew(header, times))).toEqual(Array(4).fill(undefined));
});

test('what is allowed for is the tolerance either way, or the measured difference where that is larger', () => {
  expect(clockDoubt(undefined, 120_000)).toEqual({ earlierMs: 120_000, laterMs: 120_000 });
  expect(clockDoubt(-3_600_000, 120_000)).toEqual({ earlierMs: 3_600_000, laterMs: 120_000 });
  expect(clockDoubt(3_600_000, 120_000)).toEqual({ earlierMs: 120_000, laterMs: 3_600_000 });
});

test('a clock that is off is described with its side and by how much', () => {
  expect(describeClockSkew(3_600_000)).toContain('60 min behind');
  expect(describeClockSkew(-8 * 3_600_000)).toContain('8 h ahead');
});
