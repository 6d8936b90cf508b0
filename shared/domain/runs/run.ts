import type { Day } from '../time/day.ts';

export type RunStatus = 'complete' | 'partial' | 'held' | 'failed';

/** A guard that stopped a run before it changed anything, and why in a sentence. */
export interface Hold {
  readonly guard: 'trust-gate' | 'another-run' | 'newer-run' | 'blast-radius' | 'ground-moved';
  /** The plan that waits, for `approve`. */
  readonly plan?: string;
  readonly detail: string;
}

/** How a run ended. The JSON document of `run … --json` is made from it. */
export interface RunOutcome {
  readonly status: RunStatus;
  readonly dataThrough?: Day;
  readonly capsChanged: number;
  readonly capsFailed: number;
  readonly alerts: number;
  /** Something is left that a later run of the same night may finish: outcomes unknown, or a stop midway. */
  readonly isUnfinished: boolean;
  readonly held?: Hold;
  /** What went wrong, a sentence each, for a run that is partial or failed. */
  readonly problems: readonly string[];
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
