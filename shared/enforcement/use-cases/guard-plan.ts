import { formatScope, isPoolScope } from '../../budgets/scope.ts';
import { windowAt } from '../../budgets/window.ts';
import { changesOf, type CapPlan } from '../../caps/cap-plan.ts';
import type { Binding } from '../../caps/cap.ts';
import type { Clock, Journal, RunStore } from '../../kernel/runs/ports.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { Hold, RunContext } from '../../kernel/runs/run.ts';
import { dayOf, msPerDay, startOfDayMs, type Day, minuteText } from '../../kernel/time/day.ts';
import type { LimitRecord, SentLimit } from '../../limits/limit-record.ts';
import { isMovedByTurn } from '../../limits/window-turn.ts';
import { emailKey } from '../../roster/email.ts';
import { excessesOf, measureBlast, type BlastFacts } from '../blast-radius.ts';
import { holdForReach, holdForRejection } from '../guards.ts';
import {
  changesKeptMax,
  heldForMs,
  lastApproval,
  isSameProposal,
  noPlan,
  rejectionBefore,
  type HeldPlan,
  type RejectedPlan,
} from '../held-plan.ts';
import { endsUntil, toppedUpSince, type Ending } from '../named-users.ts';
import { owedChanges } from '../owed-changes.ts';
import { recordsAfter } from '../plan-parts.ts';
import { plannedChange, summarizePlan } from '../plan-summary.ts';
import type { PlanStore } from '../ports.ts';
import { platformWindowFrom, type EnforcementSettings } from './enforcement-settings.ts';
import type { Planned } from './plan-run.ts';

export interface GuardPorts {
  readonly clock: Clock;
  readonly plans: PlanStore;
  readonly journal: Journal;
}

export interface GuardInput extends Planned, Ending {
  /** The latest moment as of which a run has set all caps that it wanted to; ISO. Absent before the first run. */
  readonly latestSent: string | undefined;
  /** When a plan was approved last; ISO. */
  readonly approvedAt?: string | undefined;
}

/**
 * The moment since which the guard asks for what has come to an end. A run that broke off in its sending does not count:
 * what it left is exempt from the guard for the same reasons as before. A first run that broke off counts all the same.
 */
export async function findLatestSent(runs: RunStore): Promise<string | undefined> {
  return (await runs.latestSent(enforceJob)) ?? runs.latestApplied(enforceJob);
}

/** When a plan was approved last: what was done until then is no reason to hold another. */
export async function findApproval(plans: Pick<PlanStore, 'latest'>): Promise<{ readonly approvedAt?: string }> {
  const approvedAt = lastApproval(await plans.latest());
  return approvedAt === undefined ? {} : { approvedAt };
}

/**
 * The blast-radius guard, without any effect: why a plan must wait, and nothing when it may go ahead. The first caps of
 * an installation, and what the turn of a platform window moves, are exempt: they change every cap.
 */
export function judgePlan(settings: EnforcementSettings, run: RunContext, input: GuardInput): Hold | undefined {
  // Changes of the last day count, but where nothing is to be sent there is nothing to hold.
  if (changesOf(input.plan).length === 0 || excessesIn(settings, run, input).length === 0) {
    return undefined;
  }
  // What strict pools need never waits: the rest is judged as if that were done already.
  const limits = recordsAfter(input.planInputs.limits, owedChanges(input), { at: run.at, runId: 'protection' });
  const excesses = excessesIn(settings, run, { ...input, planInputs: { ...input.planInputs, limits } });
  return excesses.length === 0 ? undefined : holdForReach(input.planId, excesses);
}

/** How a plan reaches too far, a clause each. */
export function excessesIn(
  settings: EnforcementSettings,
  run: Pick<RunContext, 'at' | 'today'>,
  input: GuardInput,
): readonly string[] {
  const { blastRadius } = settings;
  if (blastRadius === false || input.latestSent === undefined) {
    return [];
  }
  return excessesOf(measureBlast(input.plan, factsOf(settings, run, input)), blastRadius);
}

/**
 * Keeps a plan that must wait, for approval, and says so. It takes the place of an earlier one that still waits: people
 * are notified of both once, when the new one does no more than they know of.
 */
export async function keepHeldPlan(
  ports: GuardPorts,
  hold: Hold,
  { run, input }: { readonly run: RunContext; readonly input: Planned },
): Promise<Hold> {
  const { planId } = input;
  const known = await ports.plans.find(planId);
  const nowMs = ports.clock.now();
  const isRejected = known?.decision?.kind === 'rejected';
  if (isRejected && Date.parse(known.expiresAt) > nowMs) {
    return holdForRejection(planId, known.decision.by);
  }
  if (known !== undefined && known.replacedBy === undefined && !isRejected) {
    return withNotice(hold, known);
  }
  const waiting = await findWaiting(ports.plans, nowMs);
  const fresh = heldPlan(run, input, { detail: hold.detail, nowMs });
  const rejectedBefore = rejectionBefore(await ports.plans.latest());
  const { approvedAt: approvedBefore } = await findApproval(ports.plans);
  const made = {
    ...(rejectedBefore === undefined ? fresh : withRejection(fresh, rejectedBefore)),
    approvedBefore,
  };
  const notice =
    waiting !== undefined && isSameProposal(waiting, made) ? (waiting.notice ?? waiting.planId) : undefined;
  const plan: HeldPlan = { ...made, notice };
  // The journal first: once the plan is kept, a later run finds nothing left to report.
  const { runId, at } = run;
  const detail = { plan: planId, detail: made.detail, ...(waiting !== undefined && { replaces: waiting.planId }) };
  await ports.journal.append([{ id: `plan/${planId}/held`, at, kind: 'plan-held', actor: 'curfew', runId, detail }]);
  await ports.plans.hold(plan);
  if (waiting !== undefined) {
    await ports.plans.put({ ...waiting, replacedBy: planId });
  }
  return withNotice(hold, plan);
}

/** Notes that no plan waits any more, when a run has found nothing to hold. */
export async function endWaiting({ plans, clock }: GuardPorts): Promise<void> {
  const waiting = await findWaiting(plans, clock.now());
  if (waiting !== undefined) {
    await plans.put({ ...waiting, replacedBy: noPlan });
  }
}

/** The held plan, or a rejected one that runs keep making; undefined when there is none. */
export async function findWaiting(plans: Pick<PlanStore, 'latest'>, nowMs: number): Promise<HeldPlan | undefined> {
  const latest = await plans.latest();
  const isOpen =
    latest !== undefined &&
    latest.replacedBy === undefined &&
    latest.decision?.kind !== 'approved' &&
    Date.parse(latest.expiresAt) > nowMs;
  return isOpen ? latest : undefined;
}

function withRejection(plan: HeldPlan, rejectedBefore: RejectedPlan): HeldPlan {
  const { planId, by, at } = rejectedBefore;
  const detail = `${plan.detail} The plan before it, ${planId}, was rejected by ${by} on ${minuteText(at)}.`;
  return { ...plan, detail, rejectedBefore };
}

function withNotice(hold: Hold, { planId, detail, notice }: HeldPlan): Hold {
  return { ...hold, plan: planId, detail, notice };
}

function factsOf(
  settings: EnforcementSettings,
  { at, today }: Pick<RunContext, 'at' | 'today'>,
  input: GuardInput,
): BlastFacts {
  const { plan, planInputs, latestSent = at } = input;
  const { platformWindowAnchorDay: anchorDay } = settings;
  const from = platformWindowFrom(settings, today);
  const ends = endsUntil(input, { until: at });
  const countedSince = countedFrom(at, { windowFrom: from, approvedAt: input.approvedAt });
  const toppedUp = toppedUpSince(planInputs, countedSince < latestSent ? countedSince : latestSent);
  return {
    limits: planInputs.limits,
    movedAtMs: (record) => Date.parse(movedAt(record, latestSent)),
    countedSince,
    endsOf: ({ userId, email }) => {
      const team = planInputs.teamOf.get(userId);
      const ofTeam = team === undefined ? undefined : ends.get(formatScope({ kind: 'team', name: team }));
      return [...(ends.get(emailKey(email)) ?? []), ...(ofTeam ?? [])];
    },
    isToppedUp: ({ userId }) => toppedUp.has(userId),
    isLeftOver: (record) => isBefore(movedAt(record, latestSent), from) && isBefore(record.confirmed?.at ?? at, from),
    isMovedByTurn: (change, confirmed) => isMovedByTurn(change, confirmed, { at, from }),
    isRoutine: ({ binding }, confirmed) => isRoutine(plan, binding, confirmed),
    isNewWindow: ({ binding }, confirmed) =>
      binding !== undefined && isBefore(confirmed.at, windowAt(binding.window, today, { anchorDay }).from),
  };
}

/** A day ago, or when a plan was approved since, or the platform window began. */
function countedFrom(
  at: string,
  { windowFrom: from, approvedAt = '' }: { readonly windowFrom: Day; readonly approvedAt: string | undefined },
): string {
  const [, , latest = at] = [
    approvedAt,
    new Date(startOfDayMs(from)).toISOString(),
    new Date(Date.parse(at) - msPerDay).toISOString(),
  ].toSorted();
  return latest;
}

/** Since when nothing of a limit is left to be sent; where the last run came to nothing, since it was confirmed. */
function movedAt({ confirmed, failure, unsettled }: LimitRecord, latestSent: string): string {
  const isLeft = failure !== undefined || unsettled.length > 0;
  return isLeft && confirmed !== undefined && confirmed.at < latestSent ? confirmed.at : latestSent;
}

function isBefore(instant: string, day: Day): boolean {
  return dayOf(Date.parse(instant)) < day;
}

/** A pool with the same terms as when the limit was confirmed, and not passed: only use moves its members' limits. */
function isRoutine({ shares }: CapPlan, binding: Binding | undefined, confirmed: SentLimit): boolean {
  if (
    binding === undefined ||
    !isPoolScope(binding.scope) ||
    binding.pools === undefined ||
    binding.pools !== confirmed.pools
  ) {
    return false;
  }
  const key = formatScope(binding.scope);
  const passed = shares.pools.some(
    ({ scope, window, roomCredits }) => formatScope(scope) === key && window.kind === binding.window && roomCredits < 0,
  );
  return !passed;
}

function heldPlan(
  { runId, at }: RunContext,
  { planId, plan, planInputs }: Planned,
  { detail, nowMs }: { readonly detail: string; readonly nowMs: number },
): HeldPlan {
  const changes = changesOf(plan);
  return {
    planId,
    at,
    heldAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + heldForMs(at)).toISOString(),
    runId,
    detail,
    changesCount: changes.length,
    changes: changes.slice(0, changesKeptMax).map(plannedChange),
    summary: summarizePlan({ plan, planInputs }),
  };
}
