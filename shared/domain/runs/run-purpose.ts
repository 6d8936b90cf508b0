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
