/** One limit to send for the sake of pools. Credits are whole. */
export interface LimitChange {
  readonly userId: string;
  /** Absent when the user has no limit, or it is not certain which one. */
  readonly fromCredits?: number;
  readonly toCredits: number;
}

/** What one member was given. */
export interface Share {
  readonly userId: string;
  readonly limitCredits: number;
  /** Credits that the user may still consume under the limit, beyond what is reported. */
  readonly headroomCredits: number;
  /** The headroom that the user is to come to, once lowered limits have set credits free. */
  readonly targetCredits: number;
}

/** Where one pool stands when everything of the plan is sent. */
export interface PoolStatus {
  readonly name: string;
  readonly amountCredits: number;
  readonly knownCredits: number;
  /** The most that can have been consumed, before anything is sent. */
  readonly exposureCredits: number;
  /** Nothing is promised yet: it can already have been passed, or some member has no limit. */
  readonly isCovered: boolean;
  readonly unboundedIds: readonly string[];
}

/**
 * The limits to send: first all that take, then those that give. What gives is covered even if nothing that takes is
 * done; to give what the taking sets free at once, divide again with the limits as they are then.
 */
export interface PoolPlan {
  readonly lowers: readonly LimitChange[];
  readonly raises: readonly LimitChange[];
  /** By user id. */
  readonly shares: readonly Share[];
  readonly pools: readonly PoolStatus[];
}
