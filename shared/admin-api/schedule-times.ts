import { Cron } from 'croner';
import { jobs } from '../../functions/jobs.ts';
import { cronPattern } from '../runtime/cron-pattern.ts';
import type { ScheduleTimes } from '../domain/runs/late-runs.ts';

/** A run is recorded when it begins; so long after its time it is late. */
const graceMs = 15 * 60_000;

/** The schedules of the jobs that keep records, seen from a moment in Unix milliseconds. */
export function scheduleTimes(atMs: number): readonly ScheduleTimes[] {
  return jobs
    .filter(({ recordsRuns }) => recordsRuns)
    .flatMap(({ name, schedules = [] }) =>
      schedules.map((schedule) => {
        const cron = new Cron(cronPattern(schedule), { timezone: 'UTC' });
        const nextAt = cron.nextRun(new Date(atMs))?.toISOString();
        const dueAt = cron.previousRuns(1, new Date(atMs - graceMs))[0]?.toISOString();
        return {
          job: name,
          schedule: schedule.name,
          ...(nextAt !== undefined && { nextAt }),
          ...(dueAt !== undefined && { dueAt }),
        };
      }),
    );
}
