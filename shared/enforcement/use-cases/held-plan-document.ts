import type { ImpactWarning } from '../../impact/impact-warning.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';
import { planStatus, type HeldPlan, type RejectedPlan } from '../held-plan.ts';
import type { PlannedChange, TeamChange } from '../plan-summary.ts';

/** A held plan as listed at a moment in Unix milliseconds. */
export function heldPlanFacts(plan: HeldPlan, nowMs: number) {
  return {
    plan: plan.planId,
    status: planStatus(plan, nowMs),
    reason: plan.detail,
    since: plan.heldAt,
    until: plan.expiresAt,
    run: plan.runId,
    changes: plan.changesCount,
    total: plan.summary === undefined ? null : countsDocument(plan.summary.total),
    decision: plan.decision ?? null,
    rejectedBefore: rejectedDocument(plan.rejectedBefore),
    replacedBy: plan.replacedBy ?? null,
  };
}

/** What changed since a plan was held. */
export interface PlanMoves {
  readonly planId: string;
  readonly edits: readonly JournalEntry[];
  readonly warnings: readonly ImpactWarning[];
}

/** A held plan with everything stored of it; `moves` for an undecided plan. */
export function heldPlanDocument(plan: HeldPlan, nowMs: number, moves?: PlanMoves) {
  const { summary, released = [] } = plan;
  return {
    ...heldPlanFacts(plan, nowMs),
    teams: (summary?.teams ?? []).map((team) => ({ team: team.team ?? null, ...countsDocument(team) })),
    teamsCount: summary?.teamsCount ?? 0,
    stopped: summary?.stoppedEmails ?? [],
    freed: summary?.freedEmails ?? [],
    largest: (summary?.largest ?? []).map(changeDocument),
    rows: plan.changes.map(changeDocument),
    pools: (summary?.pools ?? []).map(({ scope, window, promised, verdict, ...pool }) => ({
      scope,
      window,
      from: pool.from ?? null,
      through: pool.through ?? null,
      amount: pool.amountCredits,
      used: pool.usedCredits,
      left: pool.leftCredits,
      allowed: pool.allowedCredits ?? pool.amountCredits,
      worstCase: pool.worstCaseCredits ?? null,
      runwayDays: pool.runwayDays ?? null,
      promised,
      verdict: verdict ?? null,
    })),
    released,
    warnings: (moves?.warnings ?? []).map(({ kind, scope, text }) => ({ kind, scope: scope ?? null, text })),
    moved:
      moves === undefined
        ? null
        : {
            now: moves.planId,
            isSame: moves.planId === plan.planId,
            edits: moves.edits.map(({ at, kind, actor, subject = '' }) => ({ at, kind, by: actor, subject })),
          },
  };
}

function rejectedDocument(rejected: RejectedPlan | undefined) {
  return rejected === undefined ? null : { plan: rejected.planId, by: rejected.by, at: rejected.at };
}

function countsDocument({ users, beforeCredits, afterCredits, raised, lowered, stopped, freed }: TeamChange) {
  return { users, before: beforeCredits, after: afterCredits, raised, lowered, stopped, freed };
}

function changeDocument({ email, fromCredits, toCredits, reason }: PlannedChange) {
  return { email, from: fromCredits ?? null, to: toCredits, reason };
}
