import type { Day } from '../time/day.ts';
import type { FindingsFound } from './finding.ts';

export type RunStatus = 'complete' | 'partial' | 'held' | 'failed';

export interface Hold {
  readonly guard: 'trust-gate' | 'another-run' | 'newer-run' | 'blast-radius' | 'ground-moved';
  readonly plan?: string;
  readonly until?: string;
  /** The earlier plan whose notification covers this one. */
  readonly notice?: string;
  readonly detail: string;
}

export interface Figures {
  readonly capsChanged?: number;
  readonly capsFailed?: number;
}

/** The outcome of a run; the JSON document of `run … --json` is made from it. */
export interface RunOutcome extends Figures, FindingsFound {
  readonly status: RunStatus;
  readonly dataThrough?: Day;
  readonly alerts: number;
  /** A later run may finish the rest: outcomes unknown, or a stop midway. */
  readonly isUnfinished: boolean;
  readonly held?: Hold;
  readonly problems: readonly string[];
}

export interface EnforcementOutcome extends RunOutcome {
  readonly capsChanged: number;
  readonly capsFailed: number;
}

/** A run by its id, and the ISO instant as of which it ran. */
export interface RunIdentity {
  readonly runId: string;
  readonly at: string;
}

/** What every record of a run carries: the run, and the UTC day of its instant. */
export interface RunContext extends RunIdentity {
  readonly today: Day;
}

/** One run of one job. The same event delivered twice has the same id. */
export interface Run extends RunIdentity {
  readonly job: string;
  /** Wall-clock ISO instants. */
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly outcome?: RunOutcome;
}

/** The longest run; one that has not finished by then was stopped. */
const runMsMax = 60 * 60_000;

/** Returns the ids of the runs in progress at a moment in Unix milliseconds. */
export function runsGoingOn(runs: readonly Run[], nowMs: number): ReadonlySet<string> {
  const atWork = runs.filter(
    ({ finishedAt, startedAt }) => finishedAt === undefined && nowMs - Date.parse(startedAt) < runMsMax,
  );
  return new Set(atWork.map(({ runId }) => runId));
}

/**
 * Returns the ids of the runs that were cut off: they have no end, and the lease of their job is free, a later run of
 * it has begun, or the longest run time is over.
 */
export function runsCutOff(
  runs: readonly Run[],
  { nowMs, freeJobs }: { readonly nowMs: number; readonly freeJobs: ReadonlySet<string> },
): ReadonlySet<string> {
  const newest = new Map<string, string>();
  for (const { job, startedAt } of runs) {
    newest.set(job, startedAt > (newest.get(job) ?? '') ? startedAt : (newest.get(job) ?? ''));
  }
  const goingOn = runsGoingOn(runs, nowMs);
  const cutOff = runs.filter(
    (run) =>
      hasNoEnd(run) &&
      (freeJobs.has(run.job) || run.startedAt < (newest.get(run.job) ?? '') || !goingOn.has(run.runId)),
  );
  return new Set(cutOff.map(({ runId }) => runId));
}

export function hasNoEnd({ finishedAt, outcome }: Run): boolean {
  return finishedAt === undefined && outcome === undefined;
}

export interface RunPurpose {
  /**
   * A window start sets the caps of a new platform window from the tables alone; on any other day it does nothing. An
   * edit sets the caps after edits of the tables, at any time, and does not replace the nightly run.
   */
  readonly kind?: 'window-start' | 'edit';
  readonly apply?: PlanOrder;
}

/** A plan to apply, and who wants it; absent id: the current plan. */
export interface PlanOrder {
  readonly planId?: string;
  readonly actor: string;
  /** The plan was held and is approved: its size does not hold it again. */
  readonly isApproved: boolean;
  /** Only the rows of these users are released, by the email's matching form; the rest waits. */
  readonly only?: readonly string[];
}
