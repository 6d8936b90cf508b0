import type { Window } from '../budgets/window.ts';
import type { AmountNeeded } from '../texts/amount-needed.ts';
import { grouped } from '../texts/grouped.ts';
import { readableAbove } from '../texts/readable-amount.ts';
import { addDays, daysBetween, daysOf, latestDay, type Day } from '../time/day.ts';
import { assertSeries, creditsIn, type DailyCredits, dayNumber, knownDays, type SeriesDays } from './daily-credits.ts';
import { describeRise, type Rise } from './rise.ts';
import { spreadShareOf } from './spread.ts';
import { normalCdf, normalQuantile } from './statistics.ts';
import { expectedCredits, usualUseOf } from './usual-use.ts';
import type { WeekdayProfile } from './weekday-profile.ts';

/** What a window will have used by its end. Credits are integers; all of them count from the window's start. */
export interface WindowForecast {
  readonly kind: 'forecast';
  readonly window: Window;
  readonly dataThrough: Day;
  readonly usedCredits: number;
  readonly expectedCredits: number;
  /** With a chance of 10 % it will be less ... */
  readonly lowCredits: number;
  /** ... and with a chance of 10 % more. */
  readonly highCredits: number;
  /** The relative standard deviation of what is still to come. */
  readonly restSpreadShare: number;
}

type Forecast = WindowForecast | { readonly kind: 'none'; readonly reason: 'too-few-days' };

/** With so many days known there is a forecast: from day 3 of the first window ever, from day 1 of all later ones. */
const knownDaysMin = 2;

const lowChance = 0.1;
const lowDeviations = normalQuantile(lowChance);
const highDeviations = normalQuantile(1 - lowChance);

/** What earlier forecasts of a quarter need to be made again. */
const lookBackDays = 220;

/**
 * Forecasts the use of a window from the days known, those before the window included: what was used, and for each
 * day to come the usual of its weekday. `supposed` is the weekday profile to start from, such as the organization's
 * for a user with little history.
 */
export function forecastWindow(window: Window, daily: DailyCredits, prior?: WeekdayProfile): Forecast {
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

/**
 * Whether a forecast can find that a window is as likely as not to end past an amount. Where even the mean of
 * what is to come does not reach it, the median does not, however wide the range, which is slow to calculate.
 */
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

/**
 * The first day to come on which the use of a window is expected to have reached an amount; undefined where the window
 * is expected to end before that, and where there are too few days to tell.
 */
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

/** How a person stands with the budget that sets their limit. Credits are integers. */
interface Standing {
  /** What is used past the amount: a top-up covers it first. */
  readonly overCredits: number;
  /** What the limit still leaves; 0 for a person who is stopped. */
  readonly headroomCredits: number;
  readonly today: Day;
  /** The last day of the budget's window. */
  readonly through: Day;
}

/**
 * What a person needs beyond what they have, at their usual pace; on a day off an average day's use. Undefined where too
 * few days are known to tell, where they use nothing as usual, and where what they have is enough.
 */
export function amountNeeded(
  { overCredits, headroomCredits, today, through }: Standing,
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
  return windowCredits === 0 ? undefined : { todayCredits: missing(dayCredits), windowCredits, through };
}

function isEnough(daily: DailyCredits): boolean {
  return daysBetween(daily.from, daily.through) + 1 >= knownDaysMin;
}

function learntFrom(daily: DailyCredits): SeriesDays {
  return knownDays(daily, { from: addDays(daily.through, 1 - lookBackDays), through: daily.through });
}

/** The days of a window that are not known yet, by their numbers. */
function numbersAhead(window: Window, daily: DailyCredits): readonly number[] {
  const first = dayNumber(latestDay(window.from, addDays(daily.through, 1)));
  return Array.from({ length: Math.max(0, dayNumber(window.through) - first + 1) }, (_, index) => first + index);
}

/** The chance, 0 to 1, that the window ends with more than an amount used. */
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

/** Future use is never negative and skewed to the high side: it is modelled as log-normal. */
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

/** A forecast against an amount in one or two sentences, with its range, its chance and, where known, its cause. */
export function describeForecast(forecast: WindowForecast, amountCredits: number, rise?: Rise): string {
  const { window, expectedCredits, lowCredits, highCredits } = forecast;
  const percent = Math.round(chanceOfExceeding(forecast, amountCredits) * 100);
  const cause = rise === undefined ? undefined : describeRise(rise);
  return [
    `${grouped(expectedCredits)} credits are expected by the end of ${window.through}`,
    ` (most likely ${grouped(lowCredits)} to ${grouped(highCredits)}), where the budget is ${grouped(amountCredits)};`,
    ` the chance of passing it is ${percent} %.`,
    cause === undefined ? '' : ` ${cause}.`,
  ].join('');
}
