import { windowAt } from '../../shared/budgets/window.ts';
import { creditsIn, knownDays, type DailyCredits } from '../../shared/forecast/daily-credits.ts';
import { usualUseOf } from '../../shared/forecast/usual-use.ts';
import { addDays } from '../../shared/kernel/time/day.ts';
import { demandShapes, drawTrace, type DemandShape } from '../demand/demand-shapes.ts';
import { forecastAll } from './methods.ts';
import { addForecast, emptyTally, errorSharesOf, type ErrorShares } from './tally.ts';

/** What the methods came to on one way of working, on one night of the months. */
interface ShapeRow extends ErrorShares {
  readonly shape: string;
  readonly dayOfMonth: number;
}

const from = '2026-03-01';
const days = 122;
/** The first month is for learning. */
const months = ['2026-04-01', '2026-05-01', '2026-06-01'];
const nights = [3, 8, 15, 24];
const users = 60;

/** Forecasts of organizations that each work in one way, of which half were made to defeat the method. */
export function measureShapes(seeds: readonly number[]): readonly ShapeRow[] {
  return demandShapes.flatMap((shape) => {
    const organizations = seeds.map((seed) => organizationOf(shape, seed));
    return nights.map((dayOfMonth) => {
      const tally = emptyTally();
      for (const daily of organizations) {
        for (const month of months) {
          const day = addDays(month, dayOfMonth - 1);
          const window = windowAt('month', day, { anchorDay: 1 });
          const actual = creditsIn(daily, window);
          const usual = usualUseOf(knownDays({ ...daily, through: addDays(day, -1) }, daily));
          addForecast(tally, forecastAll(window, daily, { day, usual }), { actual, all: actual });
        }
      }
      return { shape: shape.name, dayOfMonth, ...errorSharesOf(tally) };
    });
  });
}

function organizationOf(shape: DemandShape, seed: number): DailyCredits {
  const trace = drawTrace({ shape, users, days, from, seed });
  const credits = new Float64Array(days);
  trace.wanted.forEach((own) => own.forEach((wanted, day) => (credits[day] = (credits[day] ?? 0) + wanted)));
  return { from: trace.from, through: trace.through, credits };
}
