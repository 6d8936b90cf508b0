/** One limit to send for the sake of pools. Credits are whole. */
export interface LimitChange {
  readonly userId: string;
  /** Absent when the user has no limit, or it is not certain which one. */
  readonly fromCredits?: number;
  readonly toCredits: number;
}

/** The result for one member. */
export interface Share {
  readonly userId: string;
  readonly limitCredits: number;
  /** Credits that the user may still consume under the limit, beyond what is reported. */
  readonly headroomCredits: number;
  /** The headroom that the user gets once lowered limits have freed the credits for it. */
  readonly targetCredits: number;
  /** A reservation as far as own budgets leave it, and what of it the pools can hold; absent for a user who has none. */
  readonly reserved?: { readonly askedCredits: number; readonly heldCredits: number };
}

/** The status of one pool before the plan is applied. */
export interface PoolStatus {
  readonly name: string;
  readonly amountCredits: number;
  readonly knownCredits: number;
  /** The most that can have been consumed, before anything is sent. */
  readonly exposureCredits: number;
  /** What no limit since the known data ends lets anybody use: raises can be given of it now. Never under 0. */
  readonly freeCredits: number;
  /** Nothing is promised yet: it can already have been passed, or some member has no limit. */
  readonly isCovered: boolean;
  readonly unboundedIds: readonly string[];
}

/**
 * The limits to send: first those that are lowered, then those that are raised. The raised limits are covered even if no
 * lowered one is applied; to use what the lowered limits free at once, divide again with the limits as they are then.
 */
export interface PoolPlan {
  readonly lowers: readonly LimitChange[];
  readonly raises: readonly LimitChange[];
  /** By user id. */
  readonly shares: readonly Share[];
  readonly pools: readonly PoolStatus[];
}
