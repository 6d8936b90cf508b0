import type { CapDecision, SetCap } from '../../caps/cap.ts';
import { inputsHashOf } from '../../caps/plan-id.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';
import type { RunStore } from '../../kernel/runs/ports.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { Hold, PlanOrder, RunPurpose, RunContext } from '../../kernel/runs/run.ts';
import { startOfDayMs, type Day, addDays } from '../../kernel/time/day.ts';
import { emailKey } from '../../roster/email.ts';
import { guardOrder, holdForRejection } from '../guards.ts';
import { namedSince } from '../named-users.ts';
import { owedChanges, withOwed } from '../owed-changes.ts';
import { partOf, rowsFor, type PlanPart } from '../plan-parts.ts';
import type { PlanStore } from '../ports.ts';
import { settledChanges } from '../settled-changes.ts';
import type { Collected } from './collect/collect-tables.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import type { EnforcementWork } from './enforcement-work.ts';
import { type GuardPorts, judgePlan, excessesIn, type GuardInput } from './guard-plan.ts';
import type { Planned } from './plan-run.ts';

interface HoldPorts extends GuardPorts {
  readonly runs: RunStore;
}

/**
 * Marks that limits are changed from now on, and who wanted it. A step of its own: the guards, asked again, would take
 * the mark for that of an earlier run. Gives why nothing may be changed when a newer run has done so.
 */
export async function markSending(
  ports: HoldPorts,
  about: SendPermit & { readonly run: RunContext; readonly purpose: RunPurpose },
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
  { runs, clock }: HoldPorts,
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

type Moment = Pick<RunContext, 'at' | 'today'>;

/**
 * What is sent of a plan that a guard holds: what strict pools need, and what edits since the last caps give to the
 * users they name. The latter is judged by its own reach: too much of it waits with the rest.
 */
export function partBesideHold(settings: EnforcementSettings, run: Moment, input: GuardInput): PlanPart {
  return partFor(settings, run, { ...input, named: namedSince(input.planInputs, input.latestSent ?? run.at) });
}

/** That, and what is sent while figures are missing or in doubt. */
interface PartInDoubt extends PlanPart {
  readonly lowers: readonly SetCap[];
}

/**
 * What is sent while figures are missing or in doubt, of a plan that is made on those before: beside what never waits,
 * what follows from budgets as they are now and rests on no figure that is missing. Raises and lowerings are each judged
 * by their own reach: too much of them waits for the figures, and then for approval.
 */
function partInDoubt(settings: EnforcementSettings, run: Moment, input: GuardInput): PartInDoubt {
  const { lowers: settled, raisedIds } = settledChanges(input);
  const named = partBesideHold(settings, run, input);
  const more = raisedIds.union(idsOf(named.raises));
  const all = raisedIds.size === 0 ? named : partFor(settings, run, { ...input, named: more });
  const { raises } = all.raises.length > named.raises.length ? all : named;
  const raised = idsOf(raises);
  const needed = new Map(named.protection.map(({ userId, limitCredits }) => [userId, limitCredits]));
  const others = settled.filter(
    ({ userId, limitCredits }) => !raised.has(userId) && limitCredits < (needed.get(userId) ?? Infinity),
  );
  const lowers = excessesIn(settings, run, onlyWith(input, others)).length > 0 ? [] : others;
  const lowered = idsOf(lowers);
  return { protection: named.protection.filter(({ userId }) => !lowered.has(userId)), raises, lowers };
}

/** `named`: whose limits may rise, by user id. */
function partFor(
  settings: EnforcementSettings,
  run: Moment,
  { named, ...input }: GuardInput & { readonly named: ReadonlySet<string> },
): PlanPart {
  const part = partOf(input, named);
  // It lowers nothing: what was lowered before is no reason to hold it.
  const raisesAlone = settings.blastRadius !== false && {
    ...settings.blastRadius,
    loweredShare: Infinity,
    blockedUsersMax: Infinity,
  };
  const alone = onlyWith(input, part.raises);
  const reachesFar = excessesIn({ ...settings, blastRadius: raisesAlone }, run, alone).length > 0;
  return reachesFar ? { ...part, raises: [] } : part;
}

interface PartWork extends Pick<EnforcementWork, 'settings'> {
  readonly run: Moment;
  readonly order: Pick<EnforcementWork['order'], 'apply'>;
}

/** The changes of the part that is sent: those that lower limits first. */
export function partToSend(
  { settings, run, order }: PartWork,
  planned: Planned,
  {
    part,
    latestSent,
    approvedAt,
    isInDoubt,
  }: Pick<SendPermit, 'part' | 'isInDoubt'> & Partial<Pick<GuardInput, 'latestSent' | 'approvedAt'>>,
): readonly SetCap[] {
  if (part === 'rows') {
    const emails = new Set(order.apply?.only);
    const chosen = planned.plan.decisions.filter(({ email }) => emails.has(emailKey(email)));
    return withOwed(planned, rowsFor(planned, new Set(chosen.map(({ userId }) => userId))));
  }
  if (part === 'owed') {
    return owedChanges(planned);
  }
  const input = { ...planned, ...planned.planInputs, latestSent, approvedAt };
  const { protection, raises, lowers } =
    isInDoubt === true ? partInDoubt(settings, run, input) : { ...partBesideHold(settings, run, input), lowers: [] };
  const lowered = idsOf(lowers);
  const needed = part === 'rescue' ? owedChanges(planned).filter(({ userId }) => !lowered.has(userId)) : protection;
  return [...needed, ...lowers, ...raises];
}

/**
 * Only the figures of yesterday are missing. Where an earlier day is in doubt again, limits that were in force since look
 * as if they allowed more than they did, and nothing is lowered for that.
 */
export function isMerelyLate({ through }: Pick<Collected, 'through'>, today: Day): boolean {
  return through !== undefined && through >= addDays(today, -2);
}

/** The plan as if it changed nothing else. */
function onlyWith(input: GuardInput, changes: readonly SetCap[]): GuardInput {
  const byUser = new Map(changes.map((change) => [change.userId, change]));
  const inForce = new Map(input.planInputs.limits.map(({ userId, confirmed }) => [userId, confirmed?.limitCredits]));
  const decisions = input.plan.decisions.map(({ userId, email, binding }): CapDecision => {
    const limitCredits = inForce.get(userId);
    const about = limitCredits !== undefined && binding !== undefined && { limitCredits, binding };
    return byUser.get(userId) ?? { kind: 'keep', userId, email, reason: 'unchanged', ...about };
  });
  return { ...input, plan: { ...input.plan, decisions } };
}

function idsOf(changes: readonly SetCap[]): ReadonlySet<string> {
  return new Set(changes.map(({ userId }) => userId));
}
