import type { Day } from '../../time/day.ts';

/** Somebody has seen a condition, or a change of the controls, and says why it is as it should be. */
export interface Acknowledgement {
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
  readonly reason: string;
  /** The last day, UTC, for which it counts; absent: for as long as the condition does not change. */
  readonly until?: Day;
}
