import type { Window } from '../budgets/window.ts';
import { daysOf, latestDay, addDays, type Day } from '../kernel/time/day.ts';
import type { DailyCredits } from './daily-credits.ts';
import { forecastWindow } from './forecast.ts';
import type { WeekdayProfile } from './weekday-profile.ts';

/** What a window will have used by the end of a day; integer credits from the window's start, with the 80 % range. */
export interface ExpectedDay {
  readonly day: Day;
  readonly lowCredits: number;
  readonly meanCredits: number;
  readonly highCredits: number;
}

/**
 * The forecast of a window, day by day, from the day after the known ones. The last day is the window's forecast, and no
 * line ever falls or passes its last value. Empty with too few known days.
 */
export function forecastCourse(window: Window, daily: DailyCredits, prior?: WeekdayProfile): readonly ExpectedDay[] {
  const end = forecastWindow(window, daily, prior);
  if (end.kind === 'none') {
    return [];
  }
  const course: ExpectedDay[] = [];
  for (const day of daysOf({ from: latestDay(window.from, addDays(daily.through, 1)), through: window.through })) {
    const last = course.at(-1);
    const until = day === window.through ? end : forecastWindow({ ...window, through: day }, daily, prior);
    const rising = (credits: number, before: number, most: number): number => Math.min(most, Math.max(before, credits));
    if (until.kind === 'forecast') {
      course.push({
        day,
        lowCredits: rising(until.lowCredits, last?.lowCredits ?? end.usedCredits, end.lowCredits),
        meanCredits: rising(until.expectedCredits, last?.meanCredits ?? end.usedCredits, end.expectedCredits),
        highCredits: rising(until.highCredits, last?.highCredits ?? end.usedCredits, end.highCredits),
      });
    }
  }
  return course;
}

/** When use reaches an amount: on the expected day, and at the fast and the slow end of the range. */
export interface RunOutDays {
  /** Absent: it lasts by the expected use. */
  readonly expectedOn?: Day;
  /** Absent: it lasts even at the fast end. */
  readonly earliestOn?: Day;
  /** Absent: it may last. */
  readonly latestOn?: Day;
}

/** Days before today count as today: on none of them was it known. */
export function runOutDays(course: readonly ExpectedDay[], amountCredits: number, today: Day): RunOutDays {
  const first = (reaches: (day: ExpectedDay) => boolean): Day | undefined => {
    const found = course.find(reaches);
    return found && latestDay(today, found.day);
  };
  return {
    expectedOn: first(({ meanCredits }) => meanCredits >= amountCredits),
    earliestOn: first(({ highCredits }) => highCredits >= amountCredits),
    latestOn: first(({ lowCredits }) => lowCredits >= amountCredits),
  };
}
