import { describe, expect, test } from 'vitest';

import { findAnomaly, describeAnomaly } from '../../../shared/forecast/anomaly.ts';
import { workingWeek } from '../../../shared/forecast/weekday-profile.ts';
import { weekdayOf } from '../../../shared/kernel/time/day.ts';
import { onWorkdays, seriesOf } from './series.ts';

const known = { profile: workingWeek };
const people = { medianCredits: 8_000, logDeviation: 0.6, activeDays: 40 };

// A Friday, and the four weeks before it.
const from = '2026-05-08';
const friday = '2026-06-05';

function withLastDay(credits: number, usual: number, last = friday) {
  return seriesOf(from, last, (day) => (day === last ? credits : onWorkdays(usual)(day)));
}

describe('an anomaly', () => {
  test('is a day far over the same person’s last four weeks, and says how far', () => {
    const anomaly = findAnomaly(withLastDay(90_000, 10_000), known);

    expect(anomaly).toMatchObject({ day: friday, usedCredits: 90_000, usualCredits: 10_000, comparedWith: 'own-days' });
    expect(anomaly && describeAnomaly('ada@example.com', anomaly)).toMatch(
      /^ada@example\.com used 90,000 .*5 Jun, 9\.0 times .*10,000 .*20 days/u,
    );
  });

  test('is not found in an ordinary day, nor in a day without use', () => {
    expect(findAnomaly(withLastDay(14_000, 10_000), known)).toBeUndefined();
    expect(findAnomaly(withLastDay(0, 10_000), known)).toBeUndefined();
  });

  test('is not found in a small user, whatever the factor', () => {
    expect(findAnomaly(withLastDay(5_000, 10), known)).toBeUndefined();
  });

  test('is not found where days differ that much anyway', () => {
    const wild = seriesOf(from, friday, (day) => {
      return day === friday ? 90_000 : ([2_000, 10_000, 50_000][Number(day.slice(8)) % 3] ?? 0);
    });

    expect(findAnomaly(wild, known)).toBeUndefined();
  });

  test('looks at the weekday: a usual Monday is no anomaly, as much on a Sunday is', () => {
    const profile = [2, 1.4, 1.3, 1.2, 1, 0.05, 0.05];
    const daily = (last: string) =>
      seriesOf(from, last, (day) => (day === last ? 60_000 : Math.round(30_000 * (profile[weekdayOf(day) - 1] ?? 1))));

    expect(findAnomaly(daily('2026-06-08'), { profile })).toBeUndefined();
    expect(findAnomaly(daily('2026-06-07'), { profile })?.usualCredits).toBeLessThan(20_000);
  });

  test('of somebody without a history is judged by what people here usually use', () => {
    const newcomer = (credits: number) => seriesOf(from, friday, (day) => (day === friday ? credits : 0));

    expect(findAnomaly(newcomer(200_000), { ...known, people })).toMatchObject({ comparedWith: 'organization' });
    expect(findAnomaly(newcomer(20_000), { ...known, people })).toBeUndefined();
    expect(findAnomaly(newcomer(200_000), known)).toBeUndefined();
  });
});
