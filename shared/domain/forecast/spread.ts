import { type SeriesDays, sliceOf, sumOf } from './daily-credits.ts';
import { expectedCredits, usualUseOf } from './usual-use.ts';
import type { WeekdayProfile } from './weekday-profile.ts';

/** How many earlier forecasts are repeated to measure their errors, and how many days apart they are. */
const trialsMax = 10;
const trialStepDays = 4;

/** An earlier forecast needs at least so many days to learn from. */
const learningDaysMin = 10;

/** The prior of the spread weighs as much as so many trials. */
const priorTrials = 4;

/** The relative deviation of a single day when nothing is known, and what no number of days averages away. */
const priorDayShare = 1.6;
const priorLevelShare = 0.2;

/** The minimum spread that is assumed of anybody. */
const leastShare = 0.03;

const errorShareMax = 3;

/**
 * How far the use of the next `daysAhead` days may lie from what is expected of it, as a share of that: a relative
 * standard deviation. Estimated by repeating the forecast as of earlier days and comparing with the actual use.
 */
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

/** How many days each repeated forecast knows; the actual use of its days is known by now. */
function trialLengths(lengthKnown: number, daysAhead: number): readonly number[] {
  const lengths = Array.from({ length: trialsMax }, (_, index) => lengthKnown - daysAhead - index * trialStepDays);
  return lengths.filter((length) => length >= learningDaysMin);
}

/** How wrong an earlier forecast was, as a share; bounded, so that one burst does not decide. */
function errorShareOf(past: SeriesDays, ahead: SeriesDays, prior?: WeekdayProfile): number | undefined {
  const expected = expectedCredits(usualUseOf(past, prior), ahead.numbers);
  if (expected <= 0) {
    return undefined;
  }
  const actual = sumOf(ahead.credits);
  return Math.min(errorShareMax, Math.abs(actual - expected) / expected);
}
