import { Cron } from 'croner';

import type { JobSchedule } from '../shared/contracts/job-list.ts';

const msPerMinute = 60_000;
const msPerDay = 86_400_000;

/** Long enough to hold every gap between runs of schedules that name a day of the month. */
const lookedThroughMs = 70 * msPerDay;
/** One run a minute for that long: no schedule of cron has more. */
const runsMax = lookedThroughMs / msPerMinute;

/** Any leap year does: a gap ends at its longest month. */
const from = new Date('2028-01-01T00:00:00Z');

/** How long CloudWatch looks back at most: a day by minutes, a week by hours. */
const hourlyPeriodsMax = 7 * 24;

/** So many periods without a run are silence. */
export interface Silence {
  readonly periodMinutes: number;
  readonly periods: number;
}

/**
 * How long a job may not be heard of: one run may be missed, and the next one take all of its time. Throws for a job
 * that is to run so seldom that no alarm can see it missing: let it run daily and find nothing to do.
 */
export function silenceOf(schedules: readonly JobSchedule[], timeLimitSeconds: number): Silence {
  const gapMinutes = largestGapMs(schedules) / msPerMinute;
  const toleratedMinutes = 2 * gapMinutes + timeLimitSeconds / 60;
  const periodMinutes = gapMinutes < 60 ? 5 : 60;
  const periods = Math.ceil(toleratedMinutes / periodMinutes);
  if (periods > hourlyPeriodsMax) {
    throw new Error(`A job that runs every ${gapMinutes} minutes is too seldom for an alarm to see it missing`);
  }
  return { periodMinutes, periods };
}

/** The longest time between two runs of any of the schedules. */
export function largestGapMs(schedules: readonly JobSchedule[]): number {
  const moments = [...new Set(schedules.flatMap(momentsOf))].toSorted((a, b) => a - b);
  return Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)));
}

function momentsOf({ minute, hour, dayOfMonth = '*' }: JobSchedule): readonly number[] {
  const cron = new Cron(`${minute} ${hour} ${dayOfMonth} * *`, { timezone: 'UTC', paused: true });
  const endMs = from.getTime() + lookedThroughMs;
  const moments: number[] = [];
  for (let next = cron.nextRun(from); moments.length < runsMax; next = cron.nextRun(next)) {
    if (next === null || next.getTime() >= endMs) {
      break;
    }
    moments.push(next.getTime());
  }
  return moments;
}
