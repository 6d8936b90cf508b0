import { type SeriesDays, sliceOf, sumOf } from './daily-credits.ts';
import { expectedCredits, usualUseOf } from './usual-use.ts';
import type { WeekdayProfile } from './weekday-profile.ts';

/** How many earlier forecasts are repeated to measure their errors, and the days between them. */
const trialsMax = 10;
const trialStepDays = 4;

/** An earlier forecast needs at least this many days. */
const learningDaysMin = 10;

/** Weight of the spread's prior, in trials. */
const priorTrials = 4;

/** Prior relative deviation of a single day, and the part that does not average out over days. */
const priorDayShare = 1.6;
const priorLevelShare = 0.2;

/** The minimum spread assumed for any user. */
const leastShare = 0.03;

const errorShareMax = 3;

/** Returns the relative standard deviation of the next `daysAhead` days' use, from repeated earlier forecasts. */
export function spreadShareOf(series: SeriesDays, daysAhead: number, prior?: WeekdayProfile): number {
  const errors = trialLengths(series.numbers.length, daysAhead).flatMap((length) => {
    const error = errorShareOf(sliceOf(series, 0, length), sliceOf(series, length, length + daysAhead), prior);
    return error === undefined ? [] : [error];
  });
  const priorSquare = priorDayShare ** 2 / Math.max(1, daysAhead) + priorLevelShare ** 2;
  const squares = sumOf(errors.map((error) => error ** 2));
  const square = (squares + priorTrials * priorSquare) / (errors.length + priorTrials);
  return Math.max(leastShare, Math.sqrt(square));
}

/** Number of days that each repeated forecast knows; the actual use of its days is known now. */
function trialLengths(lengthKnown: number, daysAhead: number): readonly number[] {
  const lengths = Array.from({ length: trialsMax }, (_, index) => lengthKnown - daysAhead - index * trialStepDays);
  return lengths.filter((length) => length >= learningDaysMin);
}

/** Error of an earlier forecast, as a share; bounded, so that one burst does not decide. */
function errorShareOf(past: SeriesDays, ahead: SeriesDays, prior?: WeekdayProfile): number | undefined {
  const expected = expectedCredits(usualUseOf(past, prior), ahead.numbers);
  if (expected <= 0) {
    return undefined;
  }
  const actual = sumOf(ahead.credits);
  return Math.min(errorShareMax, Math.abs(actual - expected) / expected);
}
