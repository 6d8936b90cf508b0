import { describeFields, fenceAheadMaxMs, type Tampering } from './lease.ts';
import { leftNothingToDo } from './outcome.ts';
import type { Run } from './run.ts';

interface Progress {
  readonly at: string;
  readonly atMs: number;
}

export interface KnownRuns {
  readonly nowMs: number;
  readonly newestAt?: string | undefined;
  readonly newestDoneAt?: string | undefined;
}

/** Reads the progress in a row; undefined for a row that Curfew would not have written. */
export function readProgress({ at, atMs }: Readonly<Record<string, unknown>>): Progress | undefined {
  return typeof at === 'string' && typeof atMs === 'number' && Date.parse(at) === atMs ? { at, atMs } : undefined;
}

/** Whether a row is credible without a look at the runs: it is not ahead of the clock. */
export function isBeforeNow(progress: Progress | undefined, nowMs: number): progress is Progress {
  return progress !== undefined && progress.atMs <= nowMs + fenceAheadMaxMs;
}

/** Judges a row that is ahead of the clock, or unreadable: no job is further than its newest run. */
export function judgeProgress(
  name: string,
  stored: Readonly<Record<string, unknown>>,
  { nowMs, newestAt, newestDoneAt = newestAt }: KnownRuns,
): {
  readonly progress: Progress;
  /** Set if the row does not say it: the row is to be replaced. */
  readonly tampering?: Tampering;
} {
  const said = readProgress(stored);
  if (said !== undefined && said.atMs <= Math.max(nowMs + fenceAheadMaxMs, Date.parse(newestAt ?? '') || 0)) {
    return { progress: said };
  }
  const atMs = newestDoneAt === undefined ? 0 : Date.parse(newestDoneAt);
  const tampering = { name, foundAtMs: nowMs, found: describeFields(stored, ['at', 'atMs']) };
  return { progress: { at: new Date(atMs).toISOString(), atMs }, tampering };
}

export const knownRunsMax = 50;

/** Returns what a job's runs, newest first, show about its furthest possible progress. */
export function knownRuns(runs: readonly Run[], nowMs: number): KnownRuns {
  const done = runs.find(({ outcome }) => leftNothingToDo(outcome));
  return { nowMs, newestAt: runs[0]?.at, newestDoneAt: done?.at };
}

/** Returns the name of the row for a job's progress: having begun to change something, or sent all changes. */
export function markOf(kind: 'applied' | 'sent', job: string): string {
  return `${kind}:${job}`;
}

export function jobOfMark(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
