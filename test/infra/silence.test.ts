import { expect, test } from 'vitest';

import { largestGapMs, silenceOf } from '../../infra/silence.ts';

const minuteMs = 60_000;

test('the largest gap is the longest time between two runs of any of the schedules', () => {
  const nightly = { name: 'nightly', minute: '30', hour: '2' };
  const hourly = { name: 'hourly', minute: '30', hour: '3-22' };

  expect(largestGapMs([nightly])).toBe(24 * 60 * minuteMs);
  expect(largestGapMs([nightly, hourly])).toBe(4 * 60 * minuteMs);
});

test('a job that runs every few minutes is missed within the hour', () => {
  const silence = silenceOf([{ name: 'often', minute: '*/5', hour: '*' }], 900);

  expect(silence).toEqual({ periodMinutes: 5, periods: 5 });
});

test('a daily job is missed after its second run did not come either', () => {
  const silence = silenceOf([{ name: 'daily', minute: '0', hour: '6' }], 900);

  expect(silence).toEqual({ periodMinutes: 60, periods: 49 });
});

test('a job too seldom for CloudWatch to miss is refused', () => {
  const monthly = [{ name: 'monthly', minute: '0', hour: '6', dayOfMonth: '1' }];

  expect(() => silenceOf(monthly, 900)).toThrow('too seldom for an alarm');
});
