import fc from 'fast-check';
import { expect, test } from 'vitest';

import { windowAt } from '../../../shared/budgets/window.ts';
import { forecastCourse, runOutDays } from '../../../shared/forecast/forecast-course.ts';
import { expectedRunOutDay, forecastWindow } from '../../../shared/forecast/forecast.ts';
import { invariant } from '../../../shared/kernel/invariant.ts';
import { addDays, daysOf } from '../../../shared/kernel/time/day.ts';
import { onWorkdays, seriesOf } from './series.ts';

const june = windowAt('month', '2026-06-15', { anchorDay: 1 });

test('a forecast by day begins after the known days, never falls, and ends at the forecast of the window', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 2, maxLength: 70 }), (credits) => {
      const daily = {
        from: '2026-04-20',
        through: addDays('2026-04-20', credits.length - 1),
        credits: Float64Array.from(credits),
      };

      const course = forecastCourse(june, daily);

      const end = forecastWindow(june, daily);
      invariant(end.kind === 'forecast', 'two known days are enough');
      const { lowCredits, expectedCredits: meanCredits, highCredits } = end;
      const first = daily.through < june.from ? june.from : addDays(daily.through, 1);
      expect(course.map(({ day }) => day)).toEqual(daysOf({ from: first, through: june.through }));
      expect(course.slice(-1)).toEqual(
        first > june.through ? [] : [{ day: june.through, lowCredits, meanCredits, highCredits }],
      );
      course.slice(1).forEach((day, index) => {
        const before = course[index];
        expect(day.lowCredits).toBeGreaterThanOrEqual(before?.lowCredits ?? 0);
        expect(day.meanCredits).toBeGreaterThanOrEqual(before?.meanCredits ?? 0);
        expect(day.highCredits).toBeGreaterThanOrEqual(before?.highCredits ?? 0);
      });
    }),
  );
});

test('an amount runs out between the fast and the slow end, and on the day that the budget’s outlook names', () => {
  const daily = seriesOf('2026-04-06', '2026-06-12', onWorkdays(1_000));
  const course = forecastCourse(june, daily);

  const days = runOutDays(course, 14_000, '2026-06-13');

  expect(days.expectedOn).toBe(expectedRunOutDay({ window: june, amountCredits: 14_000 }, daily));
  expect(days.earliestOn && days.expectedOn && days.earliestOn <= days.expectedOn).toBe(true);
  expect(days.latestOn === undefined || days.latestOn >= (days.expectedOn ?? '')).toBe(true);
  expect(runOutDays(course, 1_000_000, '2026-06-13')).toEqual({});
  expect(runOutDays(course, 1_000, '2026-06-20').expectedOn).toBe('2026-06-20');
});
