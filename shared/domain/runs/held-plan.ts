import type { SetCap } from '../caps/cap.ts';
import { addDays, dayOf, startOfDayMs } from '../time/day.ts';

/** A plan that reaches too far, and waits for somebody to approve or reject it. */
export interface HeldPlan {
  readonly planId: string;
  /** ISO instant as of which it was made. */
  readonly at: string;
  /** Wall-clock ISO instants: when it was held, and until when it may be approved. */
  readonly heldAt: string;
  readonly expiresAt: string;
  readonly runId: string;
  /** Why it was held, a sentence. */
  readonly detail: string;
  readonly changesCount: number;
  /** The first changes, to look at; what is applied is always planned anew. */
  readonly changes: readonly PlannedChange[];
  readonly decision?: {
    readonly kind: 'approved' | 'rejected';
    readonly by: string;
    /** Wall-clock ISO instant. */
    readonly at: string;
  };
}

export interface PlannedChange {
  readonly email: string;
  readonly fromCredits?: number;
  readonly toCredits: number;
  readonly reason: SetCap['reason'];
}

/** So many changes are kept for looking at. */
export const changesKeptMax = 200;

/** So long a plan may be approved: through the UTC day that its caps are meant for. The next nightly run plans again. */
export function heldForMs(at: string): number {
  const atMs = Date.parse(at);
  return startOfDayMs(addDays(dayOf(atMs), 1)) - atMs;
}
