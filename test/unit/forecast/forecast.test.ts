import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { windowAt } from '../../../shared/budgets/window.ts';
import type { DailyCredits } from '../../../shared/forecast/daily-credits.ts';
import {
  amountNeeded,
  chanceOfExceeding,
  expectedRunOutDay,
  forecastWindow,
  type WindowForecast,
} from '../../../shared/forecast/forecast.ts';
import { describeNeeded, sayNeeded } from '../../../shared/kernel/texts/credits.ts';
import { addDays } from '../../../shared/kernel/time/day.ts';
import { onWorkdays, seriesOf } from './series.ts';

// June 2026 begins on a Monday and has 22 workdays.
const june = windowAt('month', '2026-06-15', { anchorDay: 1 });

function forecastOf(daily: DailyCredits): WindowForecast {
  const forecast = forecastWindow(june, daily);
  if (forecast.kind === 'none') {
    throw new Error(`no forecast: ${forecast.reason}`);
  }
  return forecast;
}

describe('a forecast', () => {
  test('knows the workdays of the month from history, so that a first week says as much as a whole one', () => {
    const daily = seriesOf('2026-04-06', '2026-06-05', onWorkdays(1_000));

    const forecast = forecastOf(daily);

    expect(forecast.usedCredits).toBe(5_000);
    expect(forecast.expectedCredits).toBeGreaterThan(21_000);
    expect(forecast.expectedCredits).toBeLessThan(23_500);
  });

  test('is there before the window has a single known day, when there is history', () => {
    const forecast = forecastOf(seriesOf('2026-04-06', '2026-05-31', onWorkdays(1_000)));

    expect(forecast.usedCredits).toBe(0);
    expect(forecast.expectedCredits).toBeGreaterThan(20_000);
  });

  test('is made on day 3 of the first window ever, and not with a single known day', () => {
    const twoDays = seriesOf('2026-06-01', '2026-06-02', onWorkdays(1_000));
    const oneDay = seriesOf('2026-06-01', '2026-06-01', onWorkdays(1_000));

    expect(forecastWindow(june, twoDays).kind).toBe('forecast');
    expect(forecastWindow(june, oneDay)).toEqual({ kind: 'none', reason: 'too-few-days' });
  });

  test('takes a burst of two days for what it is', () => {
    const steady = seriesOf('2026-04-06', '2026-06-12', onWorkdays(1_000));
    const burst = seriesOf('2026-04-06', '2026-06-12', (day) =>
      day === '2026-06-10' || day === '2026-06-11' ? 12_000 : onWorkdays(1_000)(day),
    );

    const restOf = (daily: DailyCredits) => forecastOf(daily).expectedCredits - forecastOf(daily).usedCredits;

    expect(restOf(burst)).toBeLessThan(restOf(steady) * 1.15);
  });

  test('does not take a week of holidays for a new usual', () => {
    const steady = seriesOf('2026-04-06', '2026-06-12', (day) => onWorkdays(1_000)(day) + 20);
    const holidays = seriesOf('2026-04-06', '2026-06-12', (day) =>
      day >= '2026-05-25' && day <= '2026-05-31' ? 10 : onWorkdays(1_000)(day) + 20,
    );

    expect(forecastOf(holidays).expectedCredits).toBeGreaterThan(forecastOf(steady).expectedCredits * 0.93);
  });

  test('of a window whose days are all known is what was used, without a range', () => {
    const forecast = forecastOf(seriesOf('2026-04-06', '2026-06-30', onWorkdays(1_000)));

    expect(forecast).toMatchObject({ usedCredits: 22_000, expectedCredits: 22_000 });
    expect([forecast.lowCredits, forecast.highCredits]).toEqual([22_000, 22_000]);
  });

  test('of somebody who never used anything is nothing', () => {
    const forecast = forecastOf(seriesOf('2026-04-06', '2026-06-10', () => 0));

    expect(forecast).toMatchObject({ expectedCredits: 0, lowCredits: 0, highCredits: 0 });
    expect(chanceOfExceeding(forecast, 0)).toBe(0);
  });
});

const anySeries = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 2, maxLength: 100 }).map((credits) =>
  seriesOf('2026-04-01', new Date(Date.UTC(2026, 3, credits.length)).toISOString().slice(0, 10), (day) => {
    return credits[(Date.parse(day) - Date.UTC(2026, 3, 1)) / 86_400_000] ?? 0;
  }),
);

describe('every forecast', () => {
  test('is whole credits, in order: used, low, expected, high', () => {
    fc.assert(
      fc.property(anySeries, (daily) => {
        const { usedCredits, lowCredits, expectedCredits, highCredits } = forecastOf(daily);

        expect([usedCredits, lowCredits, expectedCredits, highCredits].every(Number.isSafeInteger)).toBe(true);
        expect(usedCredits).toBeLessThanOrEqual(lowCredits);
        expect(lowCredits).toBeLessThanOrEqual(highCredits);
        expect(usedCredits).toBeLessThanOrEqual(expectedCredits);
      }),
      { numRuns: 60 },
    );
  });

  test('gives a chance that falls as the amount rises, and is certain of what is used already', () => {
    fc.assert(
      fc.property(anySeries, fc.nat(30_000_000), fc.nat(30_000_000), (daily, first, second) => {
        const forecast = forecastOf(daily);
        const chances = [Math.min(first, second), Math.max(first, second)].map((amount) =>
          chanceOfExceeding(forecast, amount),
        );

        expect(chances[0]).toBeGreaterThanOrEqual(chances[1] ?? 0);
        expect(chances.every((chance) => chance >= 0 && chance <= 1)).toBe(true);
        expect(chanceOfExceeding(forecast, forecast.usedCredits - 1)).toBe(1);
      }),
      { numRuns: 60 },
    );
  });
});

const everyDayAlike = [1, 1, 1, 1, 1, 1, 1];

describe('the day on which an amount is expected to be used', () => {
  const daily = seriesOf('2026-04-06', '2026-06-12', () => 100);
  const runOutDay = (amountCredits: number) => expectedRunOutDay({ window: june, amountCredits }, daily, everyDayAlike);

  test('is the first on which used and expected come to it', () => {
    // 1,200 were used through the 12th; 100 a day follow.
    expect(runOutDay(1_500)).toBe('2026-06-15');
    expect(runOutDay(1_501)).toBe('2026-06-16');
  });

  test('is in the window or not at all', () => {
    expect(runOutDay(3_000)).toBe('2026-06-30');
    expect(runOutDay(3_001)).toBeUndefined();
  });

  test('is not known with a single known day', () => {
    const oneDay = seriesOf('2026-06-01', '2026-06-01', () => 100);

    expect(expectedRunOutDay({ window: june, amountCredits: 1 }, oneDay)).toBeUndefined();
  });
});

describe('what a person needs to go on as usual', () => {
  const daily = seriesOf('2026-04-06', '2026-06-12', onWorkdays(1_000));
  const stopped = { overCredits: 0, headroomCredits: 0, through: june.through };

  test('is what is over the amount, and their use of each day to come', () => {
    const monday = { ...stopped, today: '2026-06-15' };
    const plain = amountNeeded(monday, daily);
    const over = amountNeeded({ ...monday, overCredits: 5_000 }, daily);

    // Twelve workdays are left of June.
    expect(plain?.windowCredits).toBeGreaterThanOrEqual(11_500);
    expect(plain?.windowCredits).toBeLessThanOrEqual(12_500);
    expect(over?.windowCredits).toBeGreaterThanOrEqual(16_500);
    expect(over?.through).toBe('2026-06-30');
  });

  test('on a day off is an average day, for a person who works then', () => {
    const sunday = amountNeeded({ ...stopped, today: '2026-06-14', through: '2026-06-14' }, daily);

    expect(sunday?.todayCredits).toBeGreaterThan(500);
    expect(sunday?.windowCredits).toBe(sunday?.todayCredits);
  });

  test('is less by what is left, and nothing where that is enough', () => {
    const monday = { ...stopped, today: '2026-06-15' };

    expect(amountNeeded({ ...monday, headroomCredits: 2_000 }, daily)?.todayCredits).toBe(0);
    expect(amountNeeded({ ...monday, headroomCredits: 90_000 }, daily)).toBeUndefined();
  });

  test('is not said where too few days are known, and of a person who uses nothing', () => {
    const monday = { ...stopped, today: '2026-06-15' };

    expect(
      amountNeeded(
        monday,
        seriesOf('2026-06-14', '2026-06-14', () => 5),
      ),
    ).toBeUndefined();
    expect(
      amountNeeded(
        monday,
        seriesOf('2026-04-06', '2026-06-12', () => 0),
      ),
    ).toBeUndefined();
  });

  test('always lets them go on: a top-up of it leaves a day’s use at least, whatever is over', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 40 }),
        fc.nat(10_000_000),
        fc.nat(1_000_000),
        (credits, overCredits, headroomCredits) => {
          const through = addDays('2026-05-01', credits.length - 1);
          const known = { from: '2026-05-01', through, credits };
          const needed = amountNeeded(
            { overCredits, headroomCredits, today: addDays(through, 1), through: '2026-06-30' },
            known,
          );
          const isEnough =
            needed === undefined ||
            (needed.windowCredits + headroomCredits > overCredits &&
              needed.todayCredits <= needed.windowCredits &&
              Number.isInteger(needed.windowCredits));
          expect(isEnough).toBe(true);
        },
      ),
    );
  });
});

test('what is needed is said for today and for the rest of the window', () => {
  const rest = { windowCredits: 140_000, through: '2026-11-30' };

  expect(describeNeeded({ ...rest, todayCredits: 76_000 })).toBe(
    'about 76,000 credits to work today, 140,000 to work as usual through 30 Nov',
  );
  expect(describeNeeded({ ...rest, todayCredits: 140_000 })).toBe(
    'about 140,000 credits to work as usual through 30 Nov',
  );
  expect(sayNeeded('You need', { ...rest, todayCredits: 140_000, poolOverCredits: 30_000 })).toBe(
    'You need about 140,000 credits to work as usual through 30 Nov. The pool is over by 30,000 credits; that has to be covered first.',
  );
});
