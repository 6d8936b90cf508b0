import { expect, test } from 'vitest';

import type { DemandSummary } from '../../../../shared/pools/demand/demand-history.ts';
import { activeChanceOf, weekRhythm } from '../../../../shared/pools/demand/estimate-demand.ts';

const none = [0, 0, 0, 0, 0, 0, 0];
const [monday, friday, saturday, sunday] = [0, 4, 5, 6];

function aSummary(days: readonly number[], workDays: readonly number[]): DemandSummary {
  return { days, workDays, sizes: { weight: 0, logs: 0, squares: 0 }, stopped: [] };
}

test('without any days, five days in seven are usual', () => {
  const rhythm = weekRhythm([]);

  [0.7, 0.7, 0.7, 0.7, 0.7, 0.15, 0.15].forEach((chance, weekday) => expect(rhythm[weekday]).toBeCloseTo(chance, 12));
});

test('the days of everybody count beside three usual ones', () => {
  const rhythm = weekRhythm([
    aSummary([4, 0, 0, 0, 0, 0, 2], [4, 0, 0, 0, 0, 0, 0]),
    aSummary([3, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0]),
  ]);

  expect(rhythm[monday]).toBeCloseTo((3 * 0.7 + 5) / 10, 12);
  expect(rhythm[friday]).toBeCloseTo(0.7, 12);
  expect(rhythm[sunday]).toBeCloseTo((3 * 0.15) / 5, 12);
});

const daily = (value: number) => Array.from({ length: 7 }, () => value);
const even = daily(0.5);

test('a user of whom nothing is known works as the organization does', () => {
  expect(activeChanceOf(aSummary(none, none), [0.6, ...even], monday)).toBeCloseTo(0.6, 12);
});

test('a user who works more often than others on workdays does so on each of them, and less at weekends', () => {
  const keen = aSummary([4, 0, 0, 0, 0, 2, 0], [4, 0, 0, 0, 0, 0, 0]);

  // Worked 4 days where others would have worked 3: a factor of (4 + 1) / (3 + 1) overall.
  const overall = 5 / 4;
  const workdays = (4 + 2 * overall) / (2 + 2);
  const weekends = (0 + 2 * overall) / (1 + 2);
  expect(activeChanceOf(keen, even, monday)).toBeCloseTo(0.5 * workdays, 12);
  expect(activeChanceOf(keen, even, friday)).toBeCloseTo(0.5 * workdays, 12);
  expect(activeChanceOf(keen, even, saturday)).toBeCloseTo(0.5 * weekends, 12);
  expect(activeChanceOf(keen, even, sunday)).toBeCloseTo(0.5 * weekends, 12);
});

test('a user who works on all days of the week is taken to work more often overall', () => {
  const always = aSummary([4, 0, 0, 0, 0, 2, 0], [4, 0, 0, 0, 0, 2, 0]);

  // Worked 6 days where others would have worked 3.
  const overall = 7 / 4;
  expect(activeChanceOf(always, even, monday)).toBeCloseTo(0.5 * ((4 + 2 * overall) / 4), 12);
  expect(activeChanceOf(always, even, saturday)).toBeCloseTo(0.5 * ((2 + 2 * overall) / 3), 12);
});

test('nothing is ever certain', () => {
  const always = aSummary(daily(90), daily(90));
  const never = aSummary(daily(900), none);

  expect(activeChanceOf(always, even, monday)).toBe(0.985);
  expect(activeChanceOf(never, even, monday)).toBe(0.003);
});
