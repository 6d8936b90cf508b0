import { type DailyCredits, knownDays, type SeriesDays, sliceOf } from './daily-credits.ts';
import { medianOf, quantileOf, robustDeviationOf } from './statistics.ts';
import { factorOn, type WeekdayProfile, weekdayProfileOf, workingWeek } from './weekday-profile.ts';

/** Returns the weekday profile of a series, such as the organization's: the prior for its members. */
export function usualWeekOf(daily: DailyCredits): WeekdayProfile {
  return usualUseOf(knownDays(daily, daily)).profile;
}

export interface UsualUse {
  /** The number of the last day it is based on. */
  readonly learntThrough: number;
  readonly profile: WeekdayProfile;
  readonly levelCredits: number;
  readonly growthPerDay: number;
}

const memoryDays = 70;

const halfLifeDays = 16;
const weightAtAge = Array.from({ length: memoryDays }, (_, age) => 0.5 ** (age / halfLifeDays));

/** Single days are capped at this quantile of the busy days: a burst is not the new usual. */
const burstQuantile = 0.9;

/** A day off is this many robust deviations below the usual; an irregular user's days never are. */
const dayOffDeviations = 3;

/** Growth is measured between the last four weeks and the four before, and damped. */
const growthSpanDays = 28;
const growthBelief = 0.25;
const growthPerDayMax = 0.01;

const workdayFactorMin = 0.6;

const busyDaysMin = 10;

/** Estimates the usual use as of the last day. Bursts are capped, and holidays of regular users are left out. */
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

/** Returns the credits expected over future days, by their numbers. */
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

/** A ratio of sums, so that a quiet weekday's small factor cannot inflate its use. */
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
