import { changesOf } from '../../caps/cap-plan.ts';
import { inputsHashOf } from '../../caps/plan-id.ts';
import type { RunStore } from '../../kernel/runs/ports.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { Hold, RunContext, RunPurpose } from '../../kernel/runs/run.ts';
import type { Verdict } from '../../kernel/runs/use-cases/job.ts';
import { msPerDay } from '../../kernel/time/day.ts';
import { emailKey } from '../../roster/email.ts';
import { holdForMovedInputs, holdForRejection, holdForRows } from '../guards.ts';
import { holdPlan, isSameProposal, lastApproval, noPlan, withNotice, type HeldPlan } from '../held-plan.ts';
import { judgePlan, type GuardMoments } from '../judge-plan.ts';
import { isMerelyLate, partToSend, rowsToSend, type SendPermit } from '../part-to-send.ts';
import type { Planned } from '../planned.ts';
import type { PlanStore } from '../ports.ts';
import type { Reading } from './collect/read-platform.ts';
import type { EnforcementPorts, EnforcementWork } from './enforcement-work.ts';
import type { RunCache } from './run-cache.ts';

/**
 * The guards in order; `ofReading` held the run before it read anything. A dry run asks only the trust gate. What
 * strict pools need, edits for named users and released rows are not held.
 */
export async function guard(
  work: EnforcementWork,
  cache: RunCache,
  { hold: ofReading }: Reading,
): Promise<Verdict<SendPermit>> {
  const { ports, order, run } = work;
  if (ofReading !== undefined) {
    return ofReading.until === undefined || order.dryRun || order.apply?.only !== undefined
      ? { kind: 'held', hold: ofReading }
      : ports.steps.run('plan', async () => permitBesideMark(work, cache, ofReading));
  }
  return ports.steps.run('plan', async (): Promise<Verdict<SendPermit>> => {
    const collected = await cache.collected();
    const moments = await findGuardMoments(ports);
    if (order.apply?.only !== undefined) {
      return releaseRows(work, cache, moments, order.apply.only);
    }
    if (collected.hold !== undefined) {
      // Nothing changes on figures in doubt; what does not rest on them goes on from those before.
      const isOwn = order.apply === undefined || isAppliedAsIs(order);
      const part = isOwn ? (isMerelyLate(collected.through, run.today) ? 'beside-hold' : 'rescue') : 'owed';
      const permit = order.dryRun ? {} : await permitBesideHold(work, cache, { ...moments, part, isInDoubt: true });
      return { kind: 'held', hold: collected.hold, ...permit };
    }
    const planned = await cache.planned();
    const hold = order.dryRun ? undefined : holdOfPlan(work, planned, moments);
    if (hold === undefined) {
      if (!order.dryRun && order.apply === undefined) {
        await endWaiting(ports);
      }
      return { kind: 'passed', permit: permitOf(planned, moments) };
    }
    // Applying a plan means exactly that plan.
    const part = order.apply === undefined || isAppliedAsIs(order) ? 'beside-hold' : 'owed';
    const { permit } = await permitBesideHold(work, cache, { ...moments, part });
    if (permit !== undefined) {
      return { kind: 'held', hold, permit };
    }
    const isKept = hold.guard === 'blast-radius';
    return { kind: 'held', hold: isKept ? await keepHeldPlan(ports, run, planned, hold) : hold };
  });
}

/** The guards that know the plan, without any effect. Undefined when it may be sent. */
function holdOfPlan(
  { settings, order, run }: EnforcementWork,
  planned: Planned,
  moments: GuardMoments,
): Hold | undefined {
  const { kind, apply } = order;
  if (apply?.planId !== undefined && apply.planId !== planned.planId) {
    return holdForMovedInputs(apply.planId, planned.planId);
  }
  return kind === 'window-start' || apply?.isApproved === true ? undefined : judgePlan(settings, run, planned, moments);
}

/** A command-line edit is applied at once, whatever the plan: where nothing is scheduled, nothing else follows it. */
function isAppliedAsIs({ apply, kind }: RunPurpose): boolean {
  return kind === undefined && apply !== undefined && apply.planId === undefined && apply.only === undefined;
}

/** Releases the named rows ahead of a held plan, all or none, as they would be made now. */
async function releaseRows(
  work: EnforcementWork,
  cache: RunCache,
  moments: GuardMoments,
  rows: readonly string[],
): Promise<Verdict<SendPermit>> {
  const { settings, order, run } = work;
  const [planned, collected] = [await cache.planned(), await cache.collected()];
  const hold = collected.hold ?? judgePlan(settings, run, planned, moments);
  const wanted = order.apply?.planId ?? planned.planId;
  const refused = (problem: string): Verdict<SendPermit> => ({ kind: 'held', hold: holdForRows(wanted, problem) });
  if (hold === undefined) {
    return refused('nothing waits any more; the next run sends what is left');
  }
  const changed = new Set(changesOf(planned.plan).map(({ email }) => emailKey(email)));
  const missing = rows.filter((email) => !changed.has(email));
  if (missing.length > 0) {
    return refused(`the present plan changes nothing for ${missing.join(', ')}`);
  }
  return rowsToSend(planned, rows).length === 0
    ? refused('nothing more is provably free for them while the rest waits')
    : { kind: 'held', hold, permit: { ...permitOf(planned, moments), part: 'rows' } };
}

function permitOf({ planId, planInputs }: Planned, { latestSent, approvedAt }: GuardMoments): SendPermit {
  return {
    planId,
    inputsHash: inputsHashOf(planInputs),
    latestSent,
    approvedAt,
  };
}

/** Empty where nothing of the plan is to be sent beside the hold: then nothing is marked as sent either. */
async function permitBesideHold(
  { settings, run }: EnforcementWork,
  cache: RunCache,
  { latestSent, approvedAt, ...about }: Omit<SendPermit, 'planId' | 'inputsHash'>,
): Promise<{ readonly permit?: SendPermit }> {
  const planned = await cache.planned();
  const permit = { ...permitOf(planned, { latestSent, approvedAt }), ...about };
  return partToSend(settings, run, planned, permit).length === 0 ? {} : { permit };
}

/**
 * What goes beside a mark that is ahead of the clock. It tells not when limits were sent last, so that what edits of the
 * last day give goes: no more than what is provably free.
 */
async function permitBesideMark(work: EnforcementWork, cache: RunCache, hold: Hold): Promise<Verdict<SendPermit>> {
  const { hold: ofFigures, through } = await cache.collected();
  const isLate = ofFigures === undefined || isMerelyLate(through, work.run.today);
  const latestSent = new Date(Date.parse(work.run.at) - msPerDay).toISOString();
  const part = isLate ? 'beside-hold' : 'rescue';
  return { kind: 'held', hold, ...(await permitBesideHold(work, cache, { latestSent, part, isBesideMark: true })) };
}

/**
 * The moments that the guard asks for. A run that broke off in its sending does not count: what it left is exempt from
 * the guard for the same reasons as before. A first run that broke off counts all the same.
 */
export async function findGuardMoments(ports: {
  readonly runs: RunStore;
  readonly plans: PlanStore;
}): Promise<GuardMoments> {
  return {
    latestSent: await findLatestSent(ports.runs),
    approvedAt: lastApproval(await ports.plans.latest()),
  };
}

export async function findLatestSent(runs: RunStore): Promise<string | undefined> {
  return (await runs.latestSent(enforceJob)) ?? runs.latestApplied(enforceJob);
}

/**
 * Keeps a plan that must wait, for approval, and says so. It takes the place of an earlier one that still waits: people
 * are notified of both once, when the new one does no more than they know of.
 */
export async function keepHeldPlan(
  { plans, clock, journal }: EnforcementPorts,
  run: RunContext,
  planned: Planned,
  hold: Hold,
): Promise<Hold> {
  const { planId } = planned;
  const known = await plans.find(planId);
  const nowMs = clock.now();
  const isRejected = known?.decision?.kind === 'rejected';
  if (isRejected && Date.parse(known.expiresAt) > nowMs) {
    return holdForRejection(planId, known.decision.by);
  }
  if (known !== undefined && known.replacedBy === undefined && !isRejected) {
    return withNotice(hold, known);
  }
  const latest = await plans.latest();
  const waiting = isWaiting(latest, nowMs) ? latest : undefined;
  const made = holdPlan(planned, run, { detail: hold.detail, latest, nowMs });
  const notice =
    waiting !== undefined && isSameProposal(waiting, made) ? (waiting.notice ?? waiting.planId) : undefined;
  const plan: HeldPlan = { ...made, notice };
  // The journal first: once the plan is kept, a later run finds nothing left to report.
  const { runId, at } = run;
  const detail = { plan: planId, detail: made.detail, ...(waiting !== undefined && { replaces: waiting.planId }) };
  await journal.append([{ id: `plan/${planId}/held`, at, kind: 'plan-held', actor: 'curfew', runId, detail }]);
  await plans.hold(plan);
  if (waiting !== undefined) {
    await plans.put({ ...waiting, replacedBy: planId });
  }
  return withNotice(hold, plan);
}

/** Notes that no plan waits any more, when a run has found nothing to hold. */
export async function endWaiting({ plans, clock }: EnforcementPorts): Promise<void> {
  const waiting = await findWaiting(plans, clock.now());
  if (waiting !== undefined) {
    await plans.put({ ...waiting, replacedBy: noPlan });
  }
}

/** The held plan, or a rejected one that runs keep making; undefined when there is none. */
export async function findWaiting(plans: PlanStore, nowMs: number): Promise<HeldPlan | undefined> {
  const latest = await plans.latest();
  return isWaiting(latest, nowMs) ? latest : undefined;
}

function isWaiting(latest: HeldPlan | undefined, nowMs: number): latest is HeldPlan {
  return (
    latest !== undefined &&
    latest.replacedBy === undefined &&
    latest.decision?.kind !== 'approved' &&
    Date.parse(latest.expiresAt) > nowMs
  );
}
