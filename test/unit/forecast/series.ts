import type { DailyCredits } from '../../../shared/forecast/daily-credits.ts';
import { daysOf, weekdayOf, type Day } from '../../../shared/kernel/time/day.ts';

/** A series made by a rule for each day. */
export function seriesOf(from: Day, through: Day, creditsOn: (day: Day) => number): DailyCredits {
  return { from, through, credits: Float64Array.from(daysOf({ from, through }).map(creditsOn)) };
}

export function onWorkdays(credits: number): (day: Day) => number {
  return (day) => (weekdayOf(day) <= 5 ? credits : 0);
}
