import { type SeriesDay, sumOf } from './daily-credits.ts';
import { medianOf, quantileOf, robustDeviationOf } from './robust-statistics.ts';
import { factorOf, type WeekdayProfile, weekdayProfileOf, workingWeek } from './weekday-profile.ts';

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

/** How far back use says something about the days to come. */
export const memoryDays = 70;

/** A day counts half as much as one that is so many days younger. */
const halfLifeDays = 16;

/** Of single days, what lies above this quantile of the busy ones is cut: a burst is not the new usual. */
const burstQuantile = 0.9;

/** A day off lies so many robust deviations under the usual; those of an irregular user are never that far. */
const dayOffDeviations = 3;

/** Growth is measured between the last four weeks and the four before, and believed in part. */
const growthSpanDays = 28;
const growthBelief = 0.25;
const growthPerDayMax = 0.01;

/** A weekday as busy as this is a workday. */
const workdayFactorMin = 0.6;

/** With fewer days than this, nothing is said of outliers or growth. */
const busyDaysMin = 10;

/**
 * Learns what is usual from the days of a series, ascending and without gaps, as of its last. Robust in both directions: bursts are cut, and days
 * off of those who otherwise work regularly (holidays of an organization) are left out.
 */
export function usualUseOf(series: readonly SeriesDay[], supposed: WeekdayProfile = workingWeek): UsualUse {
  const days = series.slice(-memoryDays);
  const last = days.at(-1)?.number ?? 0;
  const first = weekdayProfileOf(withoutBursts(days, supposed), supposed);
  const ordinary = withoutBursts(withoutDaysOff(days, first), first);
  const profile = weekdayProfileOf(ordinary, supposed);
  return {
    learntThrough: last,
    profile,
    levelCredits: levelOf(ordinary, profile, last),
    growthPerDay: growthOf(ordinary, profile, last),
  };
}

/** Credits expected over days to come. */
export function expectedCredits(usual: UsualUse, days: readonly Pick<SeriesDay, 'number' | 'weekday'>[]): number {
  return sumOf(
    days.map(({ number, weekday }) => {
      const growth = 1 + usual.growthPerDay * (number - usual.learntThrough);
      return usual.levelCredits * factorOf(usual.profile, weekday) * Math.max(0, growth);
    }),
  );
}

function inAverageDays({ weekday, credits }: SeriesDay, profile: WeekdayProfile): number {
  return credits / factorOf(profile, weekday);
}

function isWorkday({ weekday }: SeriesDay, profile: WeekdayProfile): boolean {
  return factorOf(profile, weekday) >= workdayFactorMin;
}

function withoutDaysOff(days: readonly SeriesDay[], profile: WeekdayProfile): readonly SeriesDay[] {
  const workdays = days.filter((day) => isWorkday(day, profile));
  if (workdays.length < busyDaysMin) {
    return days;
  }
  const sizes = workdays.map((day) => inAverageDays(day, profile));
  const least = medianOf(sizes) - dayOffDeviations * robustDeviationOf(sizes);
  return days.filter((day) => !isWorkday(day, profile) || inAverageDays(day, profile) >= least);
}

function withoutBursts(days: readonly SeriesDay[], profile: WeekdayProfile): readonly SeriesDay[] {
  const sizes = days.filter(({ credits }) => credits > 0).map((day) => inAverageDays(day, profile));
  if (sizes.length < busyDaysMin) {
    return days;
  }
  const most = quantileOf(sizes, burstQuantile);
  return days.map((day) => ({
    ...day,
    credits: Math.min(day.credits, most * factorOf(profile, day.weekday)),
  }));
}

/** A ratio of sums, so that a quiet weekday with its small factor cannot blow up what little was used on it. */
function levelOf(days: readonly SeriesDay[], profile: WeekdayProfile, last: number): number {
  const weights = days.map(({ number }) => 0.5 ** ((last - number) / halfLifeDays));
  const used = sumOf(days.map(({ credits }, index) => credits * (weights[index] ?? 0)));
  const share = sumOf(days.map(({ weekday }, index) => factorOf(profile, weekday) * (weights[index] ?? 0)));
  return share === 0 ? 0 : used / share;
}

function growthOf(days: readonly SeriesDay[], profile: WeekdayProfile, last: number): number {
  const late = evenLevel(
    days.filter(({ number }) => number > last - growthSpanDays),
    profile,
  );
  const early = evenLevel(
    days.filter(({ number }) => number <= last - growthSpanDays && number > last - 2 * growthSpanDays),
    profile,
  );
  if (late === undefined || early === undefined) {
    return 0;
  }
  const perDay = (growthBelief * Math.log(late / early)) / growthSpanDays;
  return Math.max(-growthPerDayMax, Math.min(growthPerDayMax, perDay));
}

/** The plain level of some days, or undefined when too few of them have use to say. */
function evenLevel(days: readonly SeriesDay[], profile: WeekdayProfile): number | undefined {
  const busy = days.filter(({ credits }) => credits > 0);
  const share = sumOf(days.map(({ weekday }) => factorOf(profile, weekday)));
  return busy.length < busyDaysMin || share === 0 ? undefined : sumOf(days.map(({ credits }) => credits)) / share;
}
