import { enforceJob, isNightlyRun, isWindowStart, windowStartSuffix } from './run-id.ts';
import type { Run } from './run.ts';

/** The times of one schedule of a job, relative to a moment. ISO instants. */
export interface ScheduleTimes {
  readonly job: string;
  readonly schedule: string;
  readonly nextAt?: string;
  readonly dueAt?: string;
}

export type LateRun = Required<Omit<ScheduleTimes, 'nextAt'>>;

const nightlySchedule = 'nightly';

/**
 * Returns the runs that are late at a moment. `runs` are those of the jobs that keep records. A later manual run of the
 * same kind replaces a due one. An organization without a single run has just begun.
 */
export function lateRuns(
  schedules: readonly ScheduleTimes[],
  runs: readonly Run[],
  { isFirstOfWindow }: { readonly isFirstOfWindow: boolean },
): readonly LateRun[] {
  const ofJob = Map.groupBy(runs, ({ job }) => job);
  return schedules.flatMap(({ job, schedule, dueAt }): readonly LateRun[] => {
    const known = ofJob.get(job) ?? [];
    const mustRun = job !== enforceJob || isDueDaily(schedule, isFirstOfWindow);
    if (dueAt === undefined || known.length === 0 || !mustRun) {
      return [];
    }
    const isDone = known.some((run) => Date.parse(run.at) >= Date.parse(dueAt) && isOfKind(run, schedule));
    return isDone ? [] : [{ job, schedule, dueAt }];
  });
}

/** The hourly run has nothing to do after a complete night, nor a window start on most days. */
function isDueDaily(schedule: string, isFirstOfWindow: boolean): boolean {
  return schedule === nightlySchedule || (schedule === windowStartSuffix && isFirstOfWindow);
}

/** Runs that follow an edit or apply a plan read nothing from the platform and do not replace a night. */
function isOfKind({ job, runId }: Run, schedule: string): boolean {
  if (job !== enforceJob) {
    return true;
  }
  return isNightlyRun(runId) || (schedule === windowStartSuffix && isWindowStart(runId));
}
