/**
 * The id of a run: the job, the moment as of which it runs, and what tells runs of the same moment apart (the name of
 * the schedule, or a random word for a run by hand). Ids of one job sort by that moment.
 */
export function runIdOf(job: string, atMs: number, suffix: string): string {
  return `${job}-${new Date(atMs).toISOString()}-${suffix}`;
}

/** The schedule, and so the end of a run's id, of the run that sets the caps of a new platform window. */
export const windowStartSuffix = 'window-start';

/** Tells whether a run only set the caps of a new platform window: it leaves the night of that day to be done. */
export function isWindowStart(runId: string): boolean {
  return runId.endsWith(`-${windowStartSuffix}`);
}
