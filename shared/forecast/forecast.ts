import type { Window } from '../budgets/window.ts';
import { type AmountNeeded, readableAbove } from '../kernel/texts/amounts.ts';
import { creditsPhrase, creditsText } from '../kernel/texts/credits.ts';
import { addDays, type Day, daysBetween, daysOf, latestDay, dayAndMonth } from '../kernel/time/day.ts';
import {
  assertSeries,
  creditsIn,
  type DailyCredits,
  dayNumber,
  knownDays,
  type SeriesDays,
  sliceOf,
  sumOf,
} from './daily-credits.ts';
import { describeRise, type Rise } from './rise.ts';
import { normalCdf, normalQuantile } from './statistics.ts';
import { expectedCredits, usualUseOf } from './usual-use.ts';
import type { WeekdayProfile } from './weekday-profile.ts';

/** How many earlier forecasts are repeated to measure their errors, and the days between them. */
const trialsMax = 10;
const trialStepDays = 4;

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
function spreadShareOf(series: SeriesDays, daysAhead: number, prior?: WeekdayProfile): number {
  const errors = trialLengths(series.numbers.length, daysAhead).flatMap((length) => {
    const error = errorShareOf(sliceOf(series, 0, length), sliceOf(series, length, length + daysAhead), prior);
    return error === undefined ? [] : [error];
  });
  const priorSquare = priorDayShare ** 2 / Math.max(1, daysAhead) + priorLevelShare ** 2;
  const squares = sumOf(errors.map((error) => error ** 2));
  const square = (squares + priorTrials * priorSquare) / (errors.length + priorTrials);
  return Math.max(leastShare, Math.sqrt(square));
}

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

/** Expected use of a window. Credits are integers, counted from the window's start. */
export interface WindowForecast {
  readonly kind: 'forecast';
  readonly window: Window;
  readonly dataThrough: Day;
  readonly usedCredits: number;
  readonly expectedCredits: number;
  /** 10 % quantile. */
  readonly lowCredits: number;
  /** 90 % quantile. */
  readonly highCredits: number;
  readonly restSpreadShare: number;
}

/** Required known days: from day 3 of the first window ever, from day 1 of all later ones. */
const knownDaysMin = 2;

const lowChance = 0.1;
const lowDeviations = normalQuantile(lowChance);
const highDeviations = normalQuantile(1 - lowChance);

const lookBackDays = 220;

/**
 * Forecasts a window's use from the known days, earlier ones included: known use, plus the usual use of each remaining
 * weekday. `supposed` is the prior weekday profile, such as the organization's for a user with little history.
 */
export function forecastWindow(
  window: Window,
  daily: DailyCredits,
  prior?: WeekdayProfile,
): WindowForecast | { readonly kind: 'none'; readonly reason: 'too-few-days' } {
  if (!isEnough(daily)) {
    return { kind: 'none', reason: 'too-few-days' };
  }
  assertSeries(daily);
  const series = learntFrom(daily);
  const usedCredits = creditsIn(daily, window);
  const daysAhead = numbersAhead(window, daily);
  const restCredits = expectedCredits(usualUseOf(series, prior), daysAhead);
  const restSpreadShare = daysAhead.length === 0 ? 0 : spreadShareOf(series, daysAhead.length, prior);
  const rest = { meanCredits: restCredits, spreadShare: restSpreadShare };
  return {
    kind: 'forecast',
    window,
    dataThrough: daily.through,
    usedCredits,
    expectedCredits: usedCredits + Math.round(restCredits),
    lowCredits: usedCredits + Math.round(restQuantile(rest, lowDeviations)),
    highCredits: usedCredits + Math.round(restQuantile(rest, highDeviations)),
    restSpreadShare,
  };
}

/** Whether a window may more likely than not end above an amount: a fast check before the slow range. */
export function canExceed(
  { window, amountCredits }: { readonly window: Window; readonly amountCredits: number },
  daily: DailyCredits,
  prior?: WeekdayProfile,
): boolean {
  if (!isEnough(daily)) {
    return false;
  }
  const restCredits = expectedCredits(usualUseOf(learntFrom(daily), prior), numbersAhead(window, daily));
  return creditsIn(daily, window) + Math.round(restCredits) >= amountCredits;
}

/** Returns the first future day on which a window's expected use reaches an amount; undefined for none. */
export function expectedRunOutDay(
  { window, amountCredits }: { readonly window: Window; readonly amountCredits: number },
  daily: DailyCredits,
  prior?: WeekdayProfile,
): Day | undefined {
  if (!isEnough(daily)) {
    return undefined;
  }
  const usual = usualUseOf(learntFrom(daily), prior);
  const usedCredits = creditsIn(daily, window);
  let restCredits = 0;
  const reached = numbersAhead(window, daily).find((number) => {
    restCredits += expectedCredits(usual, [number]);
    return usedCredits + Math.round(restCredits) >= amountCredits;
  });
  return reached === undefined ? undefined : addDays(daily.through, reached - dayNumber(daily.through));
}

/**
 * Returns what a person needs beyond what they have, at their usual pace; on a day off, an average day's use. Undefined
 * with too few known days, without usual use, and where they have enough.
 */
export function amountNeeded(
  {
    overCredits,
    poolOverCredits = 0,
    headroomCredits,
    today,
    through,
  }: {
    /** What a top-up of theirs covers first: use above their own budgets. */
    readonly overCredits: number;
    /** Use of a shared budget above what it gives: a top-up of theirs does not cover it. */
    readonly poolOverCredits?: number | undefined;
    readonly headroomCredits: number;
    readonly today: Day;
    readonly through: Day;
  },
  daily: DailyCredits,
  prior?: WeekdayProfile,
): AmountNeeded | undefined {
  if (!isEnough(daily)) {
    return undefined;
  }
  const usual = usualUseOf(learntFrom(daily), prior);
  const dayCredits = usual.levelCredits;
  const rangeCredits = expectedCredits(usual, daysOf({ from: today, through }).map(dayNumber));
  if (dayCredits <= 0) {
    return undefined;
  }
  const missing = (credits: number): number =>
    readableAbove(Math.max(0, overCredits + Math.ceil(credits) - headroomCredits));
  const windowCredits = missing(Math.max(dayCredits, rangeCredits));
  const needed = { todayCredits: missing(dayCredits), windowCredits, through };
  return windowCredits === 0 ? undefined : { ...needed, ...(poolOverCredits > 0 && { poolOverCredits }) };
}

function isEnough(daily: DailyCredits): boolean {
  return daysBetween(daily.from, daily.through) + 1 >= knownDaysMin;
}

function learntFrom(daily: DailyCredits): SeriesDays {
  return knownDays(daily, { from: addDays(daily.through, 1 - lookBackDays), through: daily.through });
}

function numbersAhead(window: Window, daily: DailyCredits): readonly number[] {
  const first = dayNumber(latestDay(window.from, addDays(daily.through, 1)));
  return Array.from({ length: Math.max(0, dayNumber(window.through) - first + 1) }, (_, index) => first + index);
}

export function chanceOfExceeding(forecast: WindowForecast, amountCredits: number): number {
  const left = amountCredits - forecast.usedCredits;
  const meanCredits = forecast.expectedCredits - forecast.usedCredits;
  if (left < 0 || meanCredits <= 0 || forecast.restSpreadShare === 0) {
    return forecast.expectedCredits > amountCredits ? 1 : 0;
  }
  if (left === 0) {
    return 1;
  }
  const { center, deviation } = logarithmOf({ meanCredits, spreadShare: forecast.restSpreadShare });
  return 1 - normalCdf((Math.log(left) - center) / deviation);
}

interface Rest {
  readonly meanCredits: number;
  readonly spreadShare: number;
}

/** Future use is not negative and skewed to the high side: modelled as log-normal. */
function logarithmOf({ meanCredits, spreadShare }: Rest): { readonly center: number; readonly deviation: number } {
  const variance = Math.log(1 + spreadShare ** 2);
  return { center: Math.log(meanCredits) - variance / 2, deviation: Math.sqrt(variance) };
}

function restQuantile(rest: Rest, deviations: number): number {
  if (rest.meanCredits <= 0 || rest.spreadShare === 0) {
    return rest.meanCredits;
  }
  const { center, deviation } = logarithmOf(rest);
  return Math.exp(center + deviation * deviations);
}

/** Describes a forecast against an amount in one or two sentences, with range, probability and, if known, cause. */
export function describeForecast(forecast: WindowForecast, amountCredits: number, rise?: Rise): string {
  const { window, expectedCredits, lowCredits, highCredits } = forecast;
  const percent = Math.round(chanceOfExceeding(forecast, amountCredits) * 100);
  const cause = rise === undefined ? undefined : describeRise(rise);
  return [
    `${creditsPhrase(expectedCredits)} are expected by the end of ${dayAndMonth(window.through)}`,
    ` (most likely ${creditsText(lowCredits)} to ${creditsText(highCredits)}), where the budget is ${creditsText(amountCredits)};`,
    ` the chance of passing it is ${percent} %.`,
    cause === undefined ? '' : ` ${cause}.`,
  ].join('');
}
