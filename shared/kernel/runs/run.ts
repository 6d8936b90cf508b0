import type { Day } from '../time/day.ts';
import type { Found } from './finding.ts';

export type RunStatus = 'complete' | 'partial' | 'held' | 'failed';

/** A guard that stopped a run before it changed anything, and why in a sentence. */
export interface Hold {
  readonly guard: 'trust-gate' | 'another-run' | 'newer-run' | 'blast-radius' | 'ground-moved';
  /** The plan that waits, for `approve`. */
  readonly plan?: string;
  /** The moment at which the hold ends by itself; ISO. */
  readonly until?: string;
  /** The earlier plan under whose id people were notified of the same matter already. */
  readonly notice?: string;
  readonly detail: string;
}

/** What a run has done, in figures; each job has its own. */
export interface Figures {
  readonly capsChanged?: number;
  readonly capsFailed?: number;
}

/** How a run ended. The JSON document of `run … --json` is made from it. */
export interface RunOutcome extends Figures, Found {
  readonly status: RunStatus;
  readonly dataThrough?: Day;
  /** Mails that the run has written. */
  readonly alerts: number;
  /** Something is left that a later run may finish: outcomes unknown, or a stop midway. */
  readonly isUnfinished: boolean;
  readonly held?: Hold;
  /** What went wrong, a sentence each, for a run that is partial or failed. */
  readonly problems: readonly string[];
}

/** How a run ended that sets limits. */
export interface EnforcementOutcome extends RunOutcome {
  readonly capsChanged: number;
  readonly capsFailed: number;
}

/** One run of one job. The same event delivered twice has the same id. */
export interface Run {
  readonly runId: string;
  readonly job: string;
  /** ISO instant as of which the job ran. */
  readonly at: string;
  /** Wall-clock ISO instants. */
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly outcome?: RunOutcome;
}

/** No run is given more time than this; one that has not finished by then was stopped. */
const runMsMax = 60 * 60_000;

/** The ids of the runs that are at work at a moment, in Unix milliseconds. */
export function runsGoingOn(runs: readonly Run[], nowMs: number): ReadonlySet<string> {
  const atWork = runs.filter(
    ({ finishedAt, startedAt }) => finishedAt === undefined && nowMs - Date.parse(startedAt) < runMsMax,
  );
  return new Set(atWork.map(({ runId }) => runId));
}

/** What tells whether somebody may still be at work on runs, at a moment in Unix milliseconds. */
interface WorkNow {
  readonly nowMs: number;
  /** The jobs whose lease is free: each of their runs holds it while it is at work. */
  readonly freeJobs: ReadonlySet<string>;
}

/**
 * The ids of the runs that were cut off: they have no end, and either the lease of their job is free, a later run of it
 * has begun, which never happens while one is at work, or the time is over that a run is given.
 */
export function runsCutOff(runs: readonly Run[], { nowMs, freeJobs }: WorkNow): ReadonlySet<string> {
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

/** Whether the record of a run does not say how it ended. */
export function hasNoEnd({ finishedAt, outcome }: Run): boolean {
  return finishedAt === undefined && outcome === undefined;
}

/** What a run is for, when it is not the nightly one. */
export interface RunPurpose {
  /**
   * A window start sets the caps of a new platform window from the tables alone; on any other day it does nothing. An
   * edit sets those that follow from edits of the tables, at any time, and does not replace the nightly run.
   */
  readonly kind?: 'window-start' | 'edit';
  /** Applies a plan that somebody looked at, from the tables alone. */
  readonly apply?: PlanOrder;
}

/** Who wants which plan applied; the plan of now when no id is given. */
export interface PlanOrder {
  readonly planId?: string;
  readonly actor: string;
  /** The plan was held and is approved: its reach is no reason to hold it again. */
  readonly isApproved: boolean;
  /** Only the rows of these users are released, by the matching form of their emails; the rest waits on. */
  readonly only?: readonly string[];
}
