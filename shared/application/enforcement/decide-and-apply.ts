import { describeFloor } from '../../domain/caps/floor.ts';
import { inputsHashOf } from '../../domain/caps/plan-id.ts';
import { suspectDaysToTell } from '../../domain/runs/notice.ts';
import { heldOutcome, outcomeOf } from '../../domain/runs/outcome.ts';
import { enforceJob } from '../../domain/runs/run-id.ts';
import type { Hold } from '../../domain/runs/run.ts';
import { raiseAlerts, type AlertPorts } from './raise-alerts.ts';
import type { ApplyPorts } from './apply-caps.ts';
import type { TablePorts } from './collect-tables.ts';
import type { RunCache } from './run-cache.ts';
import { findLatestSent } from './guard-plan.ts';
import { holdBeforeSending, markSending, type HoldPorts, type RunPurpose } from './guard-sending.ts';
import type { SendPermit } from './recheck-on-resume.ts';
import type { LeaseKeeper } from '../runs/lease-keeper.ts';
import { readPlatform, type PlatformPorts, type PlatformReading } from './read-platform.ts';
import type { EnforcementResult } from './report-run.ts';
import type { EnforcementSettings, RunContext } from '../runs/run-context.ts';
import { sendPlan, type Sent } from './send-plan.ts';
import { deadlineSteps } from '../runs/deadline-steps.ts';

export interface DecidingPorts extends PlatformPorts, TablePorts, ApplyPorts, AlertPorts, HoldPorts {}

export interface DecidingOrder extends RunPurpose {
  /** Stops after the plan. What the platform reported is kept, no cap is changed, nobody is told. */
  readonly dryRun: boolean;
  /** Wall-clock Unix milliseconds after which nothing more is begun. */
  readonly stopAtMs: number;
}

/** One run at its work, with the lease in hand. */
export interface Deciding {
  readonly ports: DecidingPorts;
  readonly settings: EnforcementSettings;
  readonly order: DecidingOrder;
  readonly context: RunContext;
  readonly keeper: LeaseKeeper;
  /** The ISO instant as of which what is sent now comes into force. */
  readonly asOf: () => string;
}

/** How the deciding and sending ended. Only a dry run ends with its plan. */
export type Decided = { readonly reading: PlatformReading } & (
  | { readonly kind: 'held'; readonly hold: Hold; readonly isPlanned: boolean }
  | { readonly kind: 'planned' }
  | { readonly kind: 'sent'; readonly sent: Sent }
);

/** What the guards said of the plan. */
type Verdict =
  | { readonly kind: 'held'; readonly hold: Hold; readonly isPlanned: boolean }
  | { readonly kind: 'planned' }
  | { readonly kind: 'send'; readonly permit: SendPermit };

const nothingRead: PlatformReading = { isDoubtful: false, problems: [] };

/** Read, plan, guard, apply, and find out what there is to alert of: the part of a run that decides and sends. */
export async function decideAndApply(work: Deciding, cache: RunCache): Promise<Decided> {
  const { ports, settings, order, context } = work;
  const isNight = order.apply === undefined && order.kind === undefined;
  const steps = deadlineSteps(ports.steps, () => ports.clock.now() >= order.stopAtMs);
  const reading = isNight ? await readPlatform({ ...ports, steps }, settings, context) : nothingRead;
  const verdict = await ports.steps.run<Verdict>('plan', async () => judge(work, cache));
  if (verdict.kind !== 'send') {
    return { reading, ...verdict };
  }
  const { planId } = verdict.permit;
  const marked = await ports.steps.run('mark', async () => {
    const hold = await markSending(ports, { run: context, purpose: order, planId });
    return hold === undefined ? {} : { hold };
  });
  if (marked.hold !== undefined) {
    return { reading, kind: 'held', hold: marked.hold, isPlanned: true };
  }
  const sent = await sendPlan(work, cache, verdict.permit);
  if (sent.stopped === undefined) {
    // Only now: what the guard let pass because something has ended is to pass again in the next run until it is sent.
    await ports.steps.run('sent', async () => ports.runs.markSent(enforceJob, context.at));
  }
  if (!sent.isLeaseLost && sent.isMoved !== true && order.kind !== 'window-start') {
    // The night of the same day as a window start looks at use, rows and budgets with the figures in hand.
    await ports.steps.run('alerts', async () => alertOfCaps(work, cache));
  }
  return { reading, kind: 'sent', sent };
}

/** What a run came to, made from the tables and from what its steps told. */
export async function resultOf({ context }: Deciding, cache: RunCache, decided: Decided): Promise<EnforcementResult> {
  const collected = await cache.collected();
  const { days, usage, through } = collected;
  if (decided.kind === 'held') {
    const plan = decided.isPlanned ? { plan: (await cache.planned()).plan } : {};
    return { outcome: heldOutcome(decided.hold, through), days, usage, outcomes: new Map(), ...plan };
  }
  const { plan } = await cache.planned();
  const nothingSent: Sent = { failed: new Map(), isLeaseLost: false };
  const { failed, isMoved = false, ...sent } = decided.kind === 'sent' ? decided.sent : nothingSent;
  const { problems, isDoubtful } = decided.reading;
  const outcome = outcomeOf({
    runId: context.runId,
    dataThrough: through,
    applied: { ...sent, records: await cache.records(), outcomes: failed },
    problems: [...problems, ...collected.problems, ...(isMoved ? [] : describeFloor(plan))],
    isDoubtful,
  });
  return { outcome, days, usage, outcomes: failed, ...(!isMoved && { plan }) };
}

/** The guards, in their order; a run that they hold alerts of it. */
async function judge(work: Deciding, cache: RunCache): Promise<Verdict> {
  const { ports, settings, order, context } = work;
  const collected = await cache.collected();
  if (collected.hold !== undefined) {
    await alertOfHold(work, cache, collected.hold);
    return { kind: 'held', hold: collected.hold, isPlanned: false };
  }
  const planned = await cache.planned();
  if (order.dryRun) {
    return { kind: 'planned' };
  }
  const latestSent = await findLatestSent(ports.runs);
  const about = { run: context, purpose: order, planned, rules: collected, latestSent };
  const hold = await holdBeforeSending(ports, settings, about);
  if (hold === undefined) {
    const [planId, inputsHash] = [planned.planId, inputsHashOf(planned.planInputs)];
    return { kind: 'send', permit: { planId, inputsHash, ...(latestSent !== undefined && { latestSent }) } };
  }
  await alertOfHold(work, cache, hold);
  return { kind: 'held', hold, isPlanned: true };
}

/** Finds out what there is to tell of the use of everybody, now that the caps are set. */
async function alertOfCaps({ ports, settings, context }: Deciding, cache: RunCache): Promise<void> {
  const { plan, planInputs } = await cache.planned();
  const records = [...(await cache.records()).values()];
  const caps = { kind: 'decided', uncappable: plan.uncappable, records } as const;
  const decided = { plan, use: planInputs.pools.use };
  await raiseAlerts(ports, context, { collected: await cache.collected(), caps, decided, settings });
}

/**
 * A guard held the run: nothing is sent, and the admins are alerted. Use is not told of: whoever crossed a line of a
 * budget would read that they are stopped or warned under a cap that is not in force.
 */
async function alertOfHold({ ports, settings, order, context }: Deciding, cache: RunCache, hold: Hold): Promise<void> {
  if (order.dryRun || (hold.guard !== 'trust-gate' && hold.guard !== 'blast-radius')) {
    return;
  }
  const collected = await cache.collected();
  const isWorthNotifying = hold.guard === 'blast-radius' || suspectDaysToTell(collected.days, context.at).length > 0;
  const caps = { kind: 'held', hold, isWorthNotifying } as const;
  await raiseAlerts(ports, context, { collected, caps, settings });
}
