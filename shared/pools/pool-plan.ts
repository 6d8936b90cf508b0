export interface LimitChange {
  readonly userId: string;
  /** Absent when the user has no limit, or it is uncertain. */
  readonly fromCredits?: number;
  readonly toCredits: number;
}

export interface Share {
  readonly userId: string;
  readonly limitCredits: number;
  /** What the user may still consume under the limit, beyond reported use. */
  readonly headroomCredits: number;
  /** The user's headroom once lowered limits have freed the credits for it. */
  readonly targetCredits: number;
  /** A reservation as far as own budgets leave it, and the part that the pools can hold; absent for none. */
  readonly reserved?: { readonly askedCredits: number; readonly heldCredits: number };
}

export interface PoolStatus {
  readonly name: string;
  readonly amountCredits: number;
  readonly knownCredits: number;
  readonly exposureCredits: number;
  /** What no limit since the known data ends lets anyone use: available for raises. Never negative. */
  readonly freeCredits: number;
  /** False: nothing is guaranteed yet, since it can already have been exceeded, or a member has no limit. */
  readonly isCovered: boolean;
  readonly unboundedIds: readonly string[];
}

/** Raises are covered even if no lowering is applied. Use freed credits by dividing again. */
export interface PoolPlan {
  readonly lowers: readonly LimitChange[];
  readonly raises: readonly LimitChange[];
  readonly shares: readonly Share[];
  readonly pools: readonly PoolStatus[];
}
