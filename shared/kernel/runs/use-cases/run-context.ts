import type { Day } from '../../time/day.ts';

export interface RunContext {
  readonly runId: string;
  /** ISO instant as of which the job runs; every record of the run carries it. */
  readonly at: string;
  /** The UTC day of that instant. */
  readonly today: Day;
}

/** What a run says while it works; nothing depends on it. */
export interface Progress {
  report(step: ProgressStep): void;
}

export interface ProgressStep {
  readonly step: 'roster' | 'usage' | 'limits' | 'mail';
  readonly done: number;
  /** Absent while the end is not known. */
  readonly total?: number;
}
