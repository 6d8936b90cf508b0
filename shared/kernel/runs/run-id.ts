// The names of the jobs, as declared in `job.ts` of their topics.
export const bouncesJob = 'bounces';
export const computersJob = 'computers';
export const controlsJob = 'controls';
export const digestJob = 'digest';
export const editsJob = 'edits';
export const enforceJob = 'enforce';
export const exportsJob = 'exports';
export const liveJob = 'live';
export const mailsJob = 'mails';
export const readinessJob = 'readiness';
export const requestsJob = 'requests';
export const rosterJob = 'roster';
export const sessionsJob = 'sessions';

/** Returns a run's id: the job, its moment, and the schedule or a random word. Ids of one job sort by moment. */
export function runIdOf(job: string, atMs: number, suffix: string): string {
  return `${job}-${new Date(atMs).toISOString()}-${suffix}`;
}

export function jobOfRun(runId: string): string | undefined {
  return /^(.+?)-\d{4}-\d\d-\d\dT[\d:.]+Z-/.exec(runId)?.[1];
}

/** The schedule and id suffix of the run that sets the caps of a new platform window. */
export const windowStartSuffix = 'window-start';

/** Id suffix prefix of a run that applies a reviewed plan. */
export const applySuffix = 'apply';

/** Id suffix prefix of a run that sets the caps after edits of the tables. */
export const editSuffix = 'edit';

/** The schedule and id suffix of a run that looks whether exports are due. */
export const exportsSuffix = 'every-3-hours';

/** The schedule and id suffix of a run that hooks' reports started. */
export const reportedSuffix = 'reported';

/** Whether a run is that of each hour, by its schedule: it needs what is known of the hour, and no more. */
export function isHourlyRun(runId: string): boolean {
  return runId.endsWith('-hourly');
}

export function isReportedRun(runId: string): boolean {
  return runId.endsWith(`-${reportedSuffix}`);
}

export function isEditRun(runId: string): boolean {
  return /-edit-[0-9a-z-]+$/.test(runId);
}

/** Whether a run is a nightly one: it reads the platform, and sets every cap. */
export function isNightlyRun(runId: string): boolean {
  return !isWindowStart(runId) && !isEditRun(runId) && !/-apply-[0-9a-z-]+$/.test(runId);
}

/** Whether a run divides all pools again. Others keep what was given during the day. */
export function dividesAnew(runId: string): boolean {
  return jobOfRun(runId) === enforceJob && !isEditRun(runId);
}

/** Whether a run only set the caps of a new platform window: that day's nightly run follows. */
export function isWindowStart(runId: string): boolean {
  return runId.endsWith(`-${windowStartSuffix}`);
}

/** Correct clocks differ by less. */
const clocksDifferMsMax = 60_000;

/** Returns why a run cannot have a moment. Both in Unix milliseconds. A future moment would block earlier runs. */
export function aheadOfClock(atMs: number, nowMs: number, toleranceMs = clocksDifferMsMax): string | undefined {
  if (atMs - nowMs <= toleranceMs) {
    return undefined;
  }
  const [at, now] = [new Date(atMs).toISOString(), new Date(nowMs).toISOString()];
  return `${at} is ahead of the clock; a run is as of now, which is ${now}, or of an earlier moment`;
}
