import type { Run } from './run.ts';

/** No run is given more time than this; one that has not finished by then was stopped. */
const runMsMax = 60 * 60_000;

/** The ids of the runs that are at work at a moment, in Unix milliseconds. */
export function runsGoingOn(runs: readonly Run[], nowMs: number): ReadonlySet<string> {
  const atWork = runs.filter(
    ({ finishedAt, startedAt }) => finishedAt === undefined && nowMs - Date.parse(startedAt) < runMsMax,
  );
  return new Set(atWork.map(({ runId }) => runId));
}
