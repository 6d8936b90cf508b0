import type { JournalEntry } from '../../journal/journal-entry.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { Hold, PlanOrder, RunContext, RunPurpose } from '../../kernel/runs/run.ts';
import { asOf } from '../../kernel/runs/use-cases/job.ts';
import { startOfDayMs } from '../../kernel/time/day.ts';
import { guardOrder, holdForRejection } from '../guards.ts';
import { judgePlan } from '../judge-plan.ts';
import type { SendPermit } from '../part-to-send.ts';
import { planAgain, withPlanId } from '../planned.ts';
import type { PlanStore } from '../ports.ts';
import type { EnforcementPorts, EnforcementWork } from './enforcement-work.ts';
import { keepHeldPlan } from './guard-plan.ts';
import type { RunCache } from './run-cache.ts';
import { sendPlan, type Sent } from './send-plan.ts';

/** Marks that limits are being changed from now on, then changes them. */
export async function apply(work: EnforcementWork, cache: RunCache, permit: SendPermit): Promise<Sent> {
  const { ports, order, run } = work;
  const marked = await ports.steps.run('mark', async (): Promise<{ readonly hold?: Hold }> => {
    const hold = await markSending(work, permit);
    return hold === undefined ? {} : { hold };
  });
  if (marked.hold !== undefined) {
    return { failed: new Map(), isLeaseLost: false, hold: marked.hold };
  }
  const sent = await sendPlan(work, cache, permit);
  const isRestKept =
    permit.part !== undefined && permit.isBesideMark !== true && (await cache.collected()).hold === undefined;
  if (isRestKept && !sent.isLeaseLost) {
    return { ...sent, ...(await ports.steps.run('rest', async () => keepRest(work, cache, permit))) };
  }
  if (order.apply?.isApproved === true && permit.part === undefined && !sent.isLeaseLost) {
    await ports.steps.run('approved', async () => noteApprovedSent(ports.plans, order.apply?.planId, asOf(work)));
  }
  if (sent.stopped === undefined && permit.part === undefined) {
    // Only now: what the guard let pass because something has ended is to pass again in the next run until it is sent.
    await ports.steps.run('sent', async () => ports.runs.markSent(enforceJob, run.at));
  }
  return sent;
}

/** Keeps what waits, once a part of the plan is sent: it is planned on the limits as they are then. */
export async function keepRest(
  { ports, settings, run }: EnforcementWork,
  cache: RunCache,
  permit: SendPermit,
): Promise<{ readonly restHold?: Hold }> {
  const records = await cache.records();
  const rest = withPlanId(planAgain(await cache.planned(), [...records.values()]));
  const hold = judgePlan(settings, run, rest, permit);
  return hold === undefined ? {} : { restHold: await keepHeldPlan(ports, run, rest, hold) };
}

/**
 * Marks that limits are changed from now on, and who wanted it. A step of its own: the guards, asked again, would take
 * the mark for that of an earlier run. Gives why nothing may be changed when a newer run has done so.
 */
export async function markSending(
  { ports, run, order }: EnforcementWork,
  { planId, isBesideMark }: SendPermit,
): Promise<Hold | undefined> {
  const rejected = await holdIfRejected(ports.plans, order);
  if (rejected !== undefined) {
    return rejected;
  }
  const overtaken = isBesideMark === true ? undefined : await markApplied(ports, run, order);
  if (overtaken === undefined && order.apply !== undefined) {
    await ports.journal.append([appliedEntry(run, order.apply, planId)]);
    await noteApproval(ports, order.apply);
  }
  return overtaken;
}

/** The plan was rejected after its application was requested. */
async function holdIfRejected(plans: PlanStore, { apply }: RunPurpose): Promise<Hold | undefined> {
  const plan = apply?.isApproved !== true || apply.planId === undefined ? undefined : await plans.find(apply.planId);
  return plan?.decision?.kind === 'rejected' ? holdForRejection(plan.planId, plan.decision.by) : undefined;
}

/** Stores who approved the plan, or which of its rows. */
async function noteApproval(
  { plans, clock }: EnforcementPorts,
  { planId, isApproved, actor, only }: PlanOrder,
): Promise<void> {
  const plan = isApproved && planId !== undefined ? await plans.find(planId) : undefined;
  if (plan === undefined) {
    return;
  }
  const at = new Date(clock.now()).toISOString();
  const { released = [] } = plan;
  if (only === undefined) {
    await plans.put({ ...plan, decision: { kind: 'approved', by: actor, at } });
  } else if (!released.some(({ by, emails }) => by === actor && emails.join() === only.join())) {
    await plans.put({ ...plan, released: [...released, { emails: only, by: actor, at }] });
  }
}

/** Notes that what was approved is sent: changes until then are agreed to. */
async function noteApprovedSent(plans: PlanStore, planId: string | undefined, sentAt: string): Promise<void> {
  const plan = planId === undefined ? undefined : await plans.find(planId);
  if (plan?.decision?.kind === 'approved') {
    await plans.put({ ...plan, decision: { ...plan.decision, sentAt } });
  }
}

async function markApplied(
  { runs, clock }: EnforcementPorts,
  { at, today }: RunContext,
  { kind }: RunPurpose,
): Promise<Hold | undefined> {
  // Caps of this day are set from now on, so that no run of an earlier day may follow. The nightly run of this day may,
  // and its moment lies before that of most edits.
  const isLatest = await runs.markApplied(
    enforceJob,
    kind === 'edit' ? new Date(startOfDayMs(today)).toISOString() : at,
  );
  return isLatest ? undefined : guardOrder(at, await runs.latestApplied(enforceJob), clock.now());
}

function appliedEntry({ runId, at }: RunContext, order: PlanOrder, planId: string): JournalEntry {
  const { actor, isApproved, only } = order;
  const kind = isApproved ? 'plan-approved' : 'plan-applied';
  // For released rows, the id is that of the plan the person saw.
  const subject = only === undefined ? planId : (order.planId ?? planId);
  return { id: `${runId}/${kind}`, at, kind, actor, runId, subject, detail: { plan: subject, ...(only && { only }) } };
}
