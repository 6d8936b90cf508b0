import { describeFields, fenceAheadMaxMs, type Tampering } from './lease.ts';
import { leftNothingToDo } from './outcome.ts';
import type { Run } from './run.ts';

/** How far a job has come, as the row beside the leases says it. */
interface Progress {
  readonly at: string;
  readonly atMs: number;
}

/** What is known beside the row: the clock, and the moments as of which runs of the job are recorded. */
export interface KnownRuns {
  readonly nowMs: number;
  /** Of the newest run; ISO. */
  readonly newestAt?: string | undefined;
  /** Of the newest one that has done something; ISO. */
  readonly newestDoneAt?: string | undefined;
}

interface JudgedProgress {
  readonly progress: Progress;
  /** The row does not say it: it is to be put in the place of what stands. */
  readonly tampering?: Tampering;
}

/** The progress that a row says; undefined for a row that Curfew would not have written. */
export function readProgress({ at, atMs }: Readonly<Record<string, unknown>>): Progress | undefined {
  return typeof at === 'string' && typeof atMs === 'number' && Date.parse(at) === atMs ? { at, atMs } : undefined;
}

/** Whether a row can be believed without a look at the runs: it is not ahead of the clock. */
export function isBeforeNow(progress: Progress | undefined, nowMs: number): progress is Progress {
  return progress !== undefined && progress.atMs <= nowMs + fenceAheadMaxMs;
}

/**
 * Judges a row that is ahead of the clock, or cannot be read. No job has come further than its newest run, which may be as
 * of a later moment than now. Otherwise the newest run that has done something is as far as the job can have come.
 */
export function judgeProgress(
  name: string,
  stored: Readonly<Record<string, unknown>>,
  { nowMs, newestAt, newestDoneAt = newestAt }: KnownRuns,
): JudgedProgress {
  const said = readProgress(stored);
  if (said !== undefined && said.atMs <= Math.max(nowMs + fenceAheadMaxMs, Date.parse(newestAt ?? '') || 0)) {
    return { progress: said };
  }
  const atMs = newestDoneAt === undefined ? 0 : Date.parse(newestDoneAt);
  const tampering = { name, foundAtMs: nowMs, found: describeFields(stored, ['at', 'atMs']) };
  return { progress: { at: new Date(atMs).toISOString(), atMs }, tampering };
}

/** So many runs of a job are looked through for one that has done something. */
export const knownRunsMax = 50;

/** What the runs of a job, newest first, show of how far it can have come. */
export function knownRuns(runs: readonly Pick<Run, 'at' | 'outcome'>[], nowMs: number): KnownRuns {
  const done = runs.find(({ outcome }) => leftNothingToDo(outcome));
  return { nowMs, newestAt: runs[0]?.at, newestDoneAt: done?.at };
}

/** The row of how far a job has begun to change something, or has sent all that was to be changed. */
export function markOf(kind: 'applied' | 'sent', job: string): string {
  return `${kind}:${job}`;
}

/** The job that a row is of. */
export function jobOfMark(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
