import fc from 'fast-check';
import { expect, test } from 'vitest';

import { knownDays } from '../../../shared/forecast/daily-credits.ts';
import { weekdayProfileOf, workingWeek } from '../../../shared/forecast/weekday-profile.ts';
import { weekdayOf } from '../../../shared/kernel/time/day.ts';
import { seriesOf } from './series.ts';

const range = { from: '2026-04-06', through: '2026-06-14' };

test('a profile is learnt from data that differ from the working week supposed', () => {
  const sundays = seriesOf(range.from, range.through, (day) => (weekdayOf(day) >= 5 ? 0 : 1_000) + 10);
  const shifted = seriesOf(range.from, range.through, (day) => (weekdayOf(day) === 7 ? 1_000 : 10));

  const friday = weekdayProfileOf(knownDays(sundays, range), workingWeek)[4] ?? 0;
  const sunday = weekdayProfileOf(knownDays(shifted, range), workingWeek)[6] ?? 0;

  expect(friday).toBeLessThan(0.3);
  expect(sunday).toBeGreaterThan(4);
});

test('the mean of a profile is 1, and no factor is negative', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { maxLength: 30 }), (credits) => {
      const days = { numbers: credits.map((_, index) => index), credits };

      const profile = weekdayProfileOf(days, workingWeek);

      expect(profile.reduce((sum, factor) => sum + factor, 0) / 7).toBeCloseTo(1, 9);
      expect(profile.every((factor) => factor >= 0)).toBe(true);
    }),
  );
});

test('without any use the working week is supposed', () => {
  expect(weekdayProfileOf({ numbers: [], credits: [] }, workingWeek)).toBe(workingWeek);
});
