import { type DailyCredits, knownDays, type SeriesDays, sliceOf } from './daily-credits.ts';
import { medianOf, quantileOf, robustDeviationOf } from './statistics.ts';
import { factorOn, type WeekdayProfile, weekdayProfileOf, workingWeek } from './weekday-profile.ts';

/** The rhythm of the week in all of a series, such as the organization's: the prior for everybody in it. */
export function usualWeekOf(daily: DailyCredits): WeekdayProfile {
  return usualUseOf(knownDays(daily, daily)).profile;
}

/** How somebody uses credits when nothing special happens, as of the end of a series. */
export interface UsualUse {
  /** The number of the last day that it was learnt from. */
  readonly learntThrough: number;
  readonly profile: WeekdayProfile;
  /** Credits of an average day of the week. */
  readonly levelCredits: number;
  /** By how much the level grows a day, as a share. */
  readonly growthPerDay: number;
}

/** How far back use predicts the days to come. */
const memoryDays = 70;

/** The weight of a day halves every so many days. */
const halfLifeDays = 16;
const weightAtAge = Array.from({ length: memoryDays }, (_, age) => 0.5 ** (age / halfLifeDays));

/** Of single days, what lies above this quantile of the busy ones is cut: a burst is not the new usual. */
const burstQuantile = 0.9;

/** A day off is so many robust deviations under the usual; days of an irregular user are never that far. */
const dayOffDeviations = 3;

/** Growth is measured between the last four weeks and the four before, and believed in part. */
const growthSpanDays = 28;
const growthBelief = 0.25;
const growthPerDayMax = 0.01;

/** A weekday as busy as this is a workday. */
const workdayFactorMin = 0.6;

/** With fewer days than this, outliers and growth are not estimated. */
const busyDaysMin = 10;

/**
 * Estimates the usual use as of the last day of a series. The days ascend without gaps. Robust in both directions:
 * bursts are cut, and days off of users who otherwise work regularly (holidays) are left out.
 */
export function usualUseOf(series: SeriesDays, prior: WeekdayProfile = workingWeek): UsualUse {
  const days = sliceOf(series, -memoryDays);
  const last = days.numbers.at(-1) ?? 0;
  const first = weekdayProfileOf(withoutBursts(days, prior), prior);
  const ordinary = withoutBursts(withoutDaysOff(days, first), first);
  const profile = weekdayProfileOf(ordinary, prior);
  return {
    learntThrough: last,
    profile,
    levelCredits: levelOf(ordinary, profile, last),
    growthPerDay: growthOf(ordinary, profile, last),
  };
}

/** Credits expected over days to come, by their numbers. */
export function expectedCredits(usual: UsualUse, numbers: readonly number[]): number {
  let credits = 0;
  for (const number of numbers) {
    const growth = 1 + usual.growthPerDay * (number - usual.learntThrough);
    credits += usual.levelCredits * factorOn(usual.profile, number) * Math.max(0, growth);
  }
  return credits;
}

function withoutDaysOff(days: SeriesDays, profile: WeekdayProfile): SeriesDays {
  const sizes: number[] = [];
  days.numbers.forEach((number, index) => {
    const factor = factorOn(profile, number);
    if (factor >= workdayFactorMin) {
      sizes.push((days.credits[index] ?? 0) / factor);
    }
  });
  if (sizes.length < busyDaysMin) {
    return days;
  }
  const least = medianOf(sizes) - dayOffDeviations * robustDeviationOf(sizes);
  const numbers: number[] = [];
  const credits: number[] = [];
  days.numbers.forEach((number, index) => {
    const factor = factorOn(profile, number);
    const used = days.credits[index] ?? 0;
    if (factor < workdayFactorMin || used / factor >= least) {
      numbers.push(number);
      credits.push(used);
    }
  });
  return { numbers, credits };
}

function withoutBursts({ numbers, credits }: SeriesDays, profile: WeekdayProfile): SeriesDays {
  const sizes: number[] = [];
  credits.forEach((used, index) => {
    if (used > 0) {
      sizes.push(used / factorOn(profile, numbers[index] ?? 0));
    }
  });
  if (sizes.length < busyDaysMin) {
    return { numbers, credits };
  }
  const most = quantileOf(sizes, burstQuantile);
  return {
    numbers,
    credits: credits.map((used, index) => Math.min(used, most * factorOn(profile, numbers[index] ?? 0))),
  };
}

/** A ratio of sums, so that a quiet weekday with its small factor cannot blow up what little was used on it. */
function levelOf({ numbers, credits }: SeriesDays, profile: WeekdayProfile, last: number): number {
  let used = 0;
  let share = 0;
  numbers.forEach((number, index) => {
    const weight = weightAtAge[last - number] ?? 0;
    used += (credits[index] ?? 0) * weight;
    share += factorOn(profile, number) * weight;
  });
  return share === 0 ? 0 : used / share;
}

function growthOf(days: SeriesDays, profile: WeekdayProfile, last: number): number {
  const lateFrom = last - growthSpanDays + 1;
  const late = evenLevel(days, profile, { from: lateFrom, through: last });
  const early = evenLevel(days, profile, { from: lateFrom - growthSpanDays, through: lateFrom - 1 });
  if (late === undefined || early === undefined) {
    return 0;
  }
  const perDay = (growthBelief * Math.log(late / early)) / growthSpanDays;
  return Math.max(-growthPerDayMax, Math.min(growthPerDayMax, perDay));
}

/** The level of the days of a span, by their numbers; undefined when too few of them have use. */
function evenLevel(
  days: SeriesDays,
  profile: WeekdayProfile,
  span: { readonly from: number; readonly through: number },
): number | undefined {
  let busyDays = 0;
  let share = 0;
  let used = 0;
  days.numbers.forEach((number, index) => {
    if (number >= span.from && number <= span.through) {
      const credits = days.credits[index] ?? 0;
      busyDays += Number(credits > 0);
      share += factorOn(profile, number);
      used += credits;
    }
  });
  return busyDays < busyDaysMin || share === 0 ? undefined : used / share;
}
