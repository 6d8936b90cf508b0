import { expect, test } from 'vitest';

import { summaryOf } from '../../../../shared/pools/demand/demand-history.ts';

const sunday = '2026-03-08';
const [one, two] = [2 ** (-1 / 14), 2 ** (-2 / 14)];

test('each day counts on its weekday, the last in full and earlier ones less', () => {
  const { days, workDays } = summaryOf({ userId: 'ann', credits: [10, 0, 20], isStopped: [] }, sunday);

  expect(days).toEqual([0, 0, 0, 0, two, one, 1]);
  expect(workDays).toEqual([0, 0, 0, 0, two, 0, 1]);
});

test('days of the same weekday add up, and after two weeks one counts half', () => {
  const credits = Array.from({ length: 15 }, (_, index) => (index === 7 ? 0 : 5));

  const { days, workDays } = summaryOf({ userId: 'ann', credits, isStopped: [] }, sunday);

  expect(days[6]).toBeCloseTo(1 + 2 ** -0.5 + 0.5, 12);
  expect(workDays[6]).toBeCloseTo(1.5, 12);
});

test('sizes are the weighed logarithms of days of work and their squares', () => {
  const { sizes } = summaryOf({ userId: 'ann', credits: [10, 0, 20], isStopped: [] }, sunday);

  expect(sizes.weight).toBeCloseTo(1 + two, 12);
  expect(sizes.logs).toBeCloseTo(Math.log(20) + two * Math.log(10), 12);
  expect(sizes.squares).toBeCloseTo(Math.log(20) ** 2 + two * Math.log(10) ** 2, 12);
});

test('a stopped day of work is one of its own, and one without use says nothing', () => {
  const history = { userId: 'ann', credits: [10, 0, 20], isStopped: [true, true, false] };

  const { days, workDays, sizes, stopped } = summaryOf(history, sunday);

  expect(stopped).toEqual([{ log: Math.log(10), weight: two }]);
  expect([days, workDays]).toEqual([
    [0, 0, 0, 0, two, 0, 1],
    [0, 0, 0, 0, two, 0, 1],
  ]);
  expect(sizes).toEqual({ weight: 1, logs: Math.log(20), squares: Math.log(20) ** 2 });
});

test('eight weeks count, and no day before them', () => {
  const [counted, more] = [56, 70].map((length) =>
    summaryOf({ userId: 'ann', credits: Array.from({ length }, () => 5), isStopped: [] }, sunday),
  );

  expect(more).toEqual(counted);
  expect(counted?.days[0]).toBeCloseTo(
    [6, 13, 20, 27, 34, 41, 48, 55].reduce((sum, age) => sum + 2 ** (-age / 14), 0),
    12,
  );
});
