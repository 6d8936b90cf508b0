import { changesOf } from '../caps/cap-plan.ts';
import type { Hold, RunIdentity } from '../kernel/runs/run.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import { addDays, dayOf, minuteText, startOfDayMs } from '../kernel/time/day.ts';
import { plannedChange, summarizePlan, type PlannedChange, type PlanSummary } from './plan-summary.ts';
import type { Planned } from './planned.ts';

export interface HeldPlan {
  readonly planId: string;
  readonly at: string;
  readonly heldAt: string;
  readonly expiresAt: string;
  readonly runId: string;
  readonly detail: string;
  readonly changesCount: number;
  /** The first changes, for review; what is applied is always planned again. */
  readonly changes: readonly PlannedChange[];
  readonly summary?: PlanSummary;
  /** The earlier plan whose notification covers this one too. */
  readonly notice?: string;
  readonly replacedBy?: string;
  readonly rejectedBefore?: RejectedPlan;
  readonly released?: readonly { readonly emails: readonly string[]; readonly by: string; readonly at: string }[];
  readonly decision?: {
    readonly kind: 'approved' | 'rejected';
    readonly by: string;
    readonly at: string;
    readonly sentAt?: string;
  };
  readonly approvedBefore?: string;
}

/** Returns when a plan was last approved, according to the last held plan: everything until then is approved. */
export function lastApproval(latest: HeldPlan | undefined): string | undefined {
  const { decision, approvedBefore } = latest ?? {};
  return decision?.kind === 'approved' ? (decision.sentAt ?? decision.at) : approvedBefore;
}

export interface RejectedPlan {
  readonly planId: string;
  readonly by: string;
  readonly at: string;
}

export const changesKeptMax = 200;

/** Replaces the id of a replacing plan: none waits any more. */
export const noPlan = 'none';

/** A plan may be approved through the UTC day of its caps. The next nightly run plans again. */
export function heldForMs(at: string): number {
  const atMs = Date.parse(at);
  return startOfDayMs(addDays(dayOf(atMs), 1)) - atMs;
}

export const planStatuses = ['held', 'approved', 'rejected', 'replaced', 'expired'] as const;
export type PlanStatus = (typeof planStatuses)[number];

export function planStatus({ decision, replacedBy, expiresAt }: HeldPlan, nowMs: number): PlanStatus {
  if (decision !== undefined) {
    return decision.kind;
  }
  if (replacedBy !== undefined) {
    return 'replaced';
  }
  return Date.parse(expiresAt) <= nowMs ? 'expired' : 'held';
}

export function newestFirst(plans: readonly HeldPlan[]): readonly HeldPlan[] {
  return sortedBy(plans, ({ heldAt, planId }) => `${heldAt} ${planId}`).toReversed();
}

const moreShare = 0.1;

/** Whether one plan's notification covers another: it stops no one else, and moves hardly more. */
export function isSameProposal(known: HeldPlan, now: HeldPlan): boolean {
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

/** The rejection of the plan held before, or of an earlier one; undefined if another waited in between. */
export function rejectionBefore(latest: HeldPlan | undefined): RejectedPlan | undefined {
  if (latest === undefined || latest.replacedBy === noPlan || latest.decision?.kind === 'approved') {
    return undefined;
  }
  const { planId, decision, rejectedBefore } = latest;
  return decision === undefined ? rejectedBefore : { planId, by: decision.by, at: decision.at };
}

/** A plan that waits from a moment in Unix milliseconds on, and follows the one that was held last. */
export function holdPlan(
  planned: Planned,
  { runId, at }: RunIdentity,
  { detail, latest, nowMs }: { readonly detail: string; readonly latest: HeldPlan | undefined; readonly nowMs: number },
): HeldPlan {
  const changes = changesOf(planned.plan);
  const rejected = rejectionBefore(latest);
  const why =
    rejected &&
    ` The plan before it, ${rejected.planId}, was rejected by ${rejected.by} on ${minuteText(rejected.at)}.`;
  return {
    planId: planned.planId,
    at,
    heldAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + heldForMs(at)).toISOString(),
    runId,
    detail: `${detail}${why ?? ''}`,
    changesCount: changes.length,
    changes: changes.slice(0, changesKeptMax).map(plannedChange),
    summary: summarizePlan(planned),
    rejectedBefore: rejected,
    approvedBefore: lastApproval(latest),
  };
}

/** Why a plan waits, with the notice that its people have had of it. */
export function withNotice(hold: Hold, { planId, detail, notice }: HeldPlan): Hold {
  return { ...hold, plan: planId, detail, notice };
}
