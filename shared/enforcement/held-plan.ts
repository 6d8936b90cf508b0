import { sortedBy } from '../kernel/texts/compare-text.ts';
import { addDays, dayOf, startOfDayMs } from '../kernel/time/day.ts';
import type { PlannedChange, PlanSummary } from './plan-summary.ts';

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
  /** The first changes, to look at; what is applied is always planned again. */
  readonly changes: readonly PlannedChange[];
  /** What it comes to; absent for a plan that an earlier version kept. */
  readonly summary?: PlanSummary;
  /** The earlier plan under whose id people were notified of this one, too. */
  readonly notice?: string;
  /** The plan that took its place when what it was made from moved; `none` where no plan waits any more. */
  readonly replacedBy?: string;
  /** The plan before it, which somebody rejected. */
  readonly rejectedBefore?: RejectedPlan;
  /** Rows that were released while the rest waits on. */
  readonly released?: readonly ReleasedRows[];
  readonly decision?: {
    readonly kind: 'approved' | 'rejected';
    readonly by: string;
    /** Wall-clock ISO instant. */
    readonly at: string;
    /** The instant as of which all of an approved plan was sent; ISO. */
    readonly sentAt?: string;
  };
  /** When an earlier plan was approved; ISO. */
  readonly approvedBefore?: string;
}

/** When a plan was approved last, as the plan that was held last knows it: what was done until then is agreed to. */
export function lastApproval(latest: HeldPlan | undefined): string | undefined {
  const { decision, approvedBefore } = latest ?? {};
  return decision?.kind === 'approved' ? (decision.sentAt ?? decision.at) : approvedBefore;
}

export interface RejectedPlan {
  readonly planId: string;
  readonly by: string;
  /** Wall-clock ISO instant. */
  readonly at: string;
}

interface ReleasedRows {
  readonly emails: readonly string[];
  readonly by: string;
  /** Wall-clock ISO instant. */
  readonly at: string;
}

/** So many changes are kept for looking at. */
export const changesKeptMax = 200;

/** In place of the id of a plan that took another one's place: nothing waits any more. */
export const noPlan = 'none';

/** So long a plan may be approved: through the UTC day that its caps are meant for. The next nightly run plans again. */
export function heldForMs(at: string): number {
  const atMs = Date.parse(at);
  return startOfDayMs(addDays(dayOf(atMs), 1)) - atMs;
}

export const planStatuses = ['held', 'approved', 'rejected', 'replaced', 'expired'] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** What has become of a plan by a moment in Unix milliseconds. */
export function planStatus({ decision, replacedBy, expiresAt }: HeldPlan, nowMs: number): PlanStatus {
  if (decision !== undefined) {
    return decision.kind;
  }
  if (replacedBy !== undefined) {
    return 'replaced';
  }
  return Date.parse(expiresAt) <= nowMs ? 'expired' : 'held';
}

/** Plans in the order in which they were held, the last one first. */
export function newestFirst(plans: readonly HeldPlan[]): readonly HeldPlan[] {
  return sortedBy(plans, ({ heldAt, planId }) => `${heldAt} ${planId}`).toReversed();
}

/** How much more a plan may do than the one that people know of, before they are notified again. */
const moreShare = 0.1;

/**
 * Whether a plan is what people already know of another one: it stops nobody else, and lowers and raises hardly more.
 * Its figures may have moved, or somebody edited what has nothing to do with it.
 */
export function isSameProposal(known: HeldPlan, now: Pick<HeldPlan, 'summary'>): boolean {
  const [before, after] = [known.summary, now.summary];
  if (before === undefined || after === undefined) {
    return false;
  }
  const stopped = new Set(before.stoppedEmails);
  const isWhole = before.stoppedEmails.length === before.total.stopped;
  const isWithin = (count: number, ofBefore: number): boolean => count <= ofBefore * (1 + moreShare);
  return (
    after.total.stopped <= before.total.stopped &&
    (!isWhole || after.stoppedEmails.every((email) => stopped.has(email))) &&
    isWithin(after.total.lowered, before.total.lowered) &&
    isWithin(after.total.raised, before.total.raised)
  );
}

/** The rejection of the plan that waited before, or of one before that; none where nothing waited in between. */
export function rejectionBefore(latest: HeldPlan | undefined): RejectedPlan | undefined {
  if (latest === undefined || latest.replacedBy === noPlan || latest.decision?.kind === 'approved') {
    return undefined;
  }
  const { planId, decision, rejectedBefore } = latest;
  return decision === undefined ? rejectedBefore : { planId, by: decision.by, at: decision.at };
}
