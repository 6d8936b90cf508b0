import { Cron } from 'croner';

import type { JobName } from '../../shared/jobs.ts';
import type { JobDeclaration, JobSchedule } from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { ScheduledRun } from '../../shared/kernel/runs/contract/scheduled-run.ts';
import { cronPattern } from '../../shared/kernel/runtime/cron-pattern.ts';

export type ScheduledJob<Name extends string = JobName> = ScheduledRun & { readonly job: Name };

export interface Scheduler {
  nextRunAt(): Date | undefined;
  stop(): void;
}

/** Sets a UTC timer for every schedule of every job. `run` must not reject. An active run is not started twice. */
export function startScheduler<Name extends string>(
  jobs: readonly (JobDeclaration & { readonly name: Name })[],
  run: (event: ScheduledJob<Name>) => Promise<void>,
): Scheduler {
  const timers = jobs.flatMap(({ name, schedules = [] }) => schedules.map((schedule) => timerOf(name, schedule, run)));
  return {
    nextRunAt() {
      const next = timers.map((timer) => timer.nextRun()).filter((date) => date !== null);
      return next.toSorted((a, b) => a.getTime() - b.getTime())[0];
    },
    stop() {
      timers.forEach((timer) => timer.stop());
    },
  };
}

function timerOf<Name extends string>(
  job: Name,
  schedule: JobSchedule,
  run: (event: ScheduledJob<Name>) => Promise<void>,
): Cron {
  let due: Date | null = null;
  const passOver = (): void => {
    due = timer.nextRun();
  };
  const timer = new Cron(cronPattern(schedule), { timezone: 'UTC', protect: passOver }, async () => {
    // The scheduled moment, however late a sleeping machine wakes up.
    const scheduledTime = (due ?? new Date()).toISOString();
    due = timer.nextRun();
    await run({ job, schedule: schedule.name, scheduledTime });
  });
  due = timer.nextRun();
  return timer;
}
