import { inputsHashOf } from '../../caps/plan-id.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { Hold, PlanOrder, RunPurpose } from '../../kernel/runs/run.ts';
import type { RunStore } from '../../kernel/runs/use-cases/ports.ts';
import type { RunContext } from '../../kernel/runs/use-cases/run-context.ts';
import { startOfDayMs, type Day } from '../../kernel/time/day.ts';
import { guardOrder, holdForRejection } from '../guards.ts';
import type { Collected } from './collect/collect-tables.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import { type GuardPorts, judgePlan } from './guard-plan.ts';
import type { Planned } from './plan-run.ts';
import type { PlanStore } from './ports.ts';

interface HoldPorts extends GuardPorts {
  readonly runs: RunStore;
}

/**
 * Marks that limits are changed from now on, and who wanted it. A step of its own: the guards, asked again, would take
 * the mark for that of an earlier run. Gives why nothing may be changed when a newer run has done so.
 */
export async function markSending(
  ports: HoldPorts,
  about: Pick<SendPermit, 'planId' | 'isBesideMark'> & { readonly run: RunContext; readonly purpose: RunPurpose },
): Promise<Hold | undefined> {
  const { run, purpose, planId, isBesideMark = false } = about;
  const rejected = await holdIfRejected(ports, purpose);
  if (rejected !== undefined) {
    return rejected;
  }
  const overtaken = isBesideMark ? undefined : await markApplied(ports, run, purpose);
  if (overtaken === undefined && purpose.apply !== undefined) {
    await ports.journal.append([appliedEntry(run, purpose.apply, planId)]);
    await noteApproval(ports, purpose.apply);
  }
  return overtaken;
}

/** The plan was rejected after its application was requested. */
async function holdIfRejected({ plans }: HoldPorts, { apply }: RunPurpose): Promise<Hold | undefined> {
  const plan = apply?.isApproved !== true || apply.planId === undefined ? undefined : await plans.find(apply.planId);
  return plan?.decision?.kind === 'rejected' ? holdForRejection(plan.planId, plan.decision.by) : undefined;
}

/** Stores who approved the plan, or which of its rows. */
async function noteApproval(
  { plans, clock }: HoldPorts,
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
export async function noteApprovedSent(plans: PlanStore, planId: string | undefined, sentAt: string): Promise<void> {
  const plan = planId === undefined ? undefined : await plans.find(planId);
  if (plan?.decision?.kind === 'approved') {
    await plans.put({ ...plan, decision: { ...plan.decision, sentAt } });
  }
}

async function markApplied(
  { runs, clock }: Pick<HoldPorts, 'runs' | 'clock'>,
  { at, today }: RunContext,
  { kind }: RunPurpose,
): Promise<Hold | undefined> {
  // Caps of this day are set from now on, so that no run of an earlier day may follow. The nightly run of this day may,
  // and its moment lies before that of most edits.
  const isLatest = await runs.markApplied(enforceJob, kind === 'edit' ? startOfDay(today) : at);
  return isLatest ? undefined : guardOrder(at, await runs.latestApplied(enforceJob), clock.now());
}

function startOfDay(day: Day): string {
  return new Date(startOfDayMs(day)).toISOString();
}

function appliedEntry({ runId, at }: RunContext, order: PlanOrder, planId: string): JournalEntry {
  const { actor, isApproved, only } = order;
  const kind = isApproved ? 'plan-approved' : 'plan-applied';
  // For released rows, the id is that of the plan the person saw.
  const subject = only === undefined ? planId : (order.planId ?? planId);
  return { id: `${runId}/${kind}`, at, kind, actor, runId, subject, detail: { plan: subject, ...(only && { only }) } };
}

export interface SendPermit {
  readonly planId: string;
  readonly inputsHash: string;
  /** The latest moment as of which an earlier run has set all caps that it wanted to; ISO. */
  readonly latestSent?: string;
  /** When a plan was approved last; ISO. */
  readonly approvedAt?: string;
  /**
   * Only this part of the plan is sent; the rest waits. `owed`: what strict pools need. `beside-hold`: that, first
   * limits, and edits for named users. `rescue`: that without first limits, since figures are in doubt. `rows`:
   * released rows.
   */
  readonly part?: 'owed' | 'beside-hold' | 'rescue' | 'rows';
  /** The plan is made on the figures before those that are missing or in doubt. */
  readonly isInDoubt?: true;
  /** It goes beside the mark of a run whose moment has not come yet, and moves no mark itself. */
  readonly isBesideMark?: true;
}

/**
 * A run resumed in another process has planned again, from tables that may have changed. Returns why it must not send
 * that plan; undefined when it may. A plan on changed tables is judged like that of a new run; a confirmed one is no
 * longer the same. No guard applies to the caps of a new window.
 */
export function recheckOnResume(
  settings: EnforcementSettings,
  about: {
    readonly run: RunContext;
    readonly purpose: RunPurpose;
    readonly planned: Planned;
    readonly collected: Collected;
    readonly permit: SendPermit;
  },
): string | undefined {
  const { run, purpose, planned, collected, permit } = about;
  if (purpose.kind === 'window-start' || inputsHashOf(planned.planInputs) === permit.inputsHash) {
    return undefined;
  }
  const { latestSent, approvedAt } = permit;
  const isHeld =
    purpose.apply !== undefined ||
    permit.part !== undefined ||
    judgePlan(settings, run, { ...planned, ...collected, latestSent, approvedAt }) !== undefined;
  return isHeld ? 'what the plan rests on has moved since it was judged; the next run plans again' : undefined;
}
