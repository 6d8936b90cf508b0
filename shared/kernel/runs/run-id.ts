/** The job that sets limits. */
export const enforceJob = 'enforce';

/** The job that reports who joined and who left. */
export const rosterJob = 'roster';

/**
 * The id of a run: the job, the moment as of which it runs, and what tells runs of the same moment apart (the name of
 * the schedule, or a random word for a run by hand). Ids of one job sort by that moment.
 */
export function runIdOf(job: string, atMs: number, suffix: string): string {
  return `${job}-${new Date(atMs).toISOString()}-${suffix}`;
}

/** The job of a run, as its id says; undefined for a text that is no id of a run. */
export function jobOfRun(runId: string): string | undefined {
  return /^(.+?)-\d{4}-\d\d-\d\dT[\d:.]+Z-/.exec(runId)?.[1];
}

/** The schedule, and so the end of a run's id, of the run that sets the caps of a new platform window. */
export const windowStartSuffix = 'window-start';

/** The beginning of what ends the id of a run that applied a plan somebody looked at. */
export const applySuffix = 'apply';

/** The beginning of what ends the id of a run that sets the caps which follow from edits of the tables. */
export const editSuffix = 'edit';

/** The schedule, and so the end of a run's id, of a run that hooks on people's machines started by what they reported. */
export const reportedSuffix = 'reported';

/** Whether what hooks reported started a run, between those of the schedule. */
export function isReportedRun(runId: string): boolean {
  return runId.endsWith(`-${reportedSuffix}`);
}

/** Whether a run only made edits of the tables take effect. */
export function isEditRun(runId: string): boolean {
  return /-edit-[0-9a-z-]+$/.test(runId);
}

/** Whether a run is a nightly one: it reads the platform, and sets every cap. */
export function isNightlyRun(runId: string): boolean {
  return !isWindowStart(runId) && !isEditRun(runId) && !/-apply-[0-9a-z-]+$/.test(runId);
}

/**
 * Whether a run divides all pools again: the nightly one, and those that apply its plan. Others, as those of edits,
 * leave what was given in the day.
 */
export function dividesAnew(runId: string): boolean {
  return jobOfRun(runId) === enforceJob && !isEditRun(runId);
}

/** Whether a run only set the caps of a new platform window: the nightly run of that day is still to come. */
export function isWindowStart(runId: string): boolean {
  return runId.endsWith(`-${windowStartSuffix}`);
}
