import { describeFloor } from '../domain/caps/floor.ts';
import { groundIdOf } from '../domain/caps/plan-id.ts';
import { suspectDaysToTell } from '../domain/runs/notice.ts';
import { heldOutcome, outcomeOf } from '../domain/runs/outcome.ts';
import { enforceJob } from '../domain/runs/run-id.ts';
import type { Hold } from '../domain/runs/run.ts';
import { alertNight, type AlertPorts } from './alert-night.ts';
import type { ApplyPorts } from './apply-caps.ts';
import type { TablePorts } from './collect-tables.ts';
import type { Desk } from './desk.ts';
import { findLatestSent } from './guard-plan.ts';
import { holdBeforeSending, markSending, type HoldPorts, type RunPurpose } from './hold-before-sending.ts';
import type { Leave } from './hold-resumed.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { readPlatform, type PlatformPorts, type PlatformReading } from './read-platform.ts';
import type { NightResult } from './report-night.ts';
import type { NightSettings, RunContext } from './run-context.ts';
import { sendPlan, type Sent } from './send-plan.ts';
import { timelySteps } from './timely-steps.ts';

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
  readonly settings: NightSettings;
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
  | { readonly kind: 'send'; readonly leave: Leave };

const nothingRead: PlatformReading = { isDoubtful: false, problems: [] };

/** Read, plan, guard, apply, and find out what there is to alert of: the part of a run that decides and sends. */
export async function decideAndApply(work: Deciding, desk: Desk): Promise<Decided> {
  const { ports, settings, order, context } = work;
  const isNight = order.apply === undefined && order.kind === undefined;
  const steps = timelySteps(ports.steps, () => ports.clock.now() >= order.stopAtMs);
  const reading = isNight ? await readPlatform({ ...ports, steps }, settings, context) : nothingRead;
  const verdict = await ports.steps.run<Verdict>('plan', async () => judge(work, desk));
  if (verdict.kind !== 'send') {
    return { reading, ...verdict };
  }
  const { planId } = verdict.leave;
  const marked = await ports.steps.run('mark', async () => {
    const hold = await markSending(ports, { run: context, purpose: order, planId });
    return hold === undefined ? {} : { hold };
  });
  if (marked.hold !== undefined) {
    return { reading, kind: 'held', hold: marked.hold, isPlanned: true };
  }
  const sent = await sendPlan(work, desk, verdict.leave);
  if (sent.stopped === undefined) {
    // Only now: what the guard let pass because something has ended is to pass again in the next run until it is sent.
    await ports.steps.run('sent', async () => ports.runs.markSent(enforceJob, context.at));
  }
  if (!sent.isOvertaken && sent.isMoved !== true && order.kind !== 'window-start') {
    // The night of the same day as a window start looks at use, rows and budgets with the figures in hand.
    await ports.steps.run('alerts', async () => alertOfCaps(work, desk));
  }
  return { reading, kind: 'sent', sent };
}

/** What a run came to, made from the tables and from what its steps told. */
export async function resultOf({ context }: Deciding, desk: Desk, decided: Decided): Promise<NightResult> {
  const collected = await desk.collected();
  const { days, usage, through } = collected;
  if (decided.kind === 'held') {
    const plan = decided.isPlanned ? { plan: (await desk.planned()).plan } : {};
    return { outcome: heldOutcome(decided.hold, through), days, usage, outcomes: new Map(), ...plan };
  }
  const { plan } = await desk.planned();
  const nothingSent: Sent = { failed: new Map(), isOvertaken: false };
  const { failed, isMoved = false, ...sent } = decided.kind === 'sent' ? decided.sent : nothingSent;
  const { problems, isDoubtful } = decided.reading;
  const outcome = outcomeOf({
    runId: context.runId,
    dataThrough: through,
    applied: { ...sent, records: await desk.records(), outcomes: failed },
    problems: [...problems, ...collected.problems, ...(isMoved ? [] : describeFloor(plan))],
    isDoubtful,
  });
  return { outcome, days, usage, outcomes: failed, ...(!isMoved && { plan }) };
}

/** The guards, in their order; a run that they hold alerts of it. */
async function judge(work: Deciding, desk: Desk): Promise<Verdict> {
  const { ports, settings, order, context } = work;
  const collected = await desk.collected();
  if (collected.hold !== undefined) {
    await alertOfHold(work, desk, collected.hold);
    return { kind: 'held', hold: collected.hold, isPlanned: false };
  }
  const planned = await desk.planned();
  if (order.dryRun) {
    return { kind: 'planned' };
  }
  const latestSent = await findLatestSent(ports.runs);
  const about = { run: context, purpose: order, planned, rules: collected, latestSent };
  const hold = await holdBeforeSending(ports, settings, about);
  if (hold === undefined) {
    const [planId, groundId] = [planned.planId, groundIdOf(planned.ground)];
    return { kind: 'send', leave: { planId, groundId, ...(latestSent !== undefined && { latestSent }) } };
  }
  await alertOfHold(work, desk, hold);
  return { kind: 'held', hold, isPlanned: true };
}

/** Finds out what there is to tell of the use of everybody, now that the caps are set. */
async function alertOfCaps({ ports, settings, context }: Deciding, desk: Desk): Promise<void> {
  const { plan, ground } = await desk.planned();
  const records = [...(await desk.records()).values()];
  const caps = { kind: 'decided', uncappable: plan.uncappable, records } as const;
  const decided = { plan, use: ground.pools.use };
  await alertNight(ports, context, { collected: await desk.collected(), caps, decided, settings });
}

/**
 * A guard held the run: nothing is sent, and the admins are alerted. Use is not told of: whoever crossed a line of a
 * budget would read that they are stopped or warned under a cap that is not in force.
 */
async function alertOfHold({ ports, settings, order, context }: Deciding, desk: Desk, hold: Hold): Promise<void> {
  if (order.dryRun || (hold.guard !== 'trust-gate' && hold.guard !== 'blast-radius')) {
    return;
  }
  const collected = await desk.collected();
  const isWorthTelling = hold.guard === 'blast-radius' || suspectDaysToTell(collected.days, context.at).length > 0;
  const caps = { kind: 'held', hold, isWorthTelling } as const;
  await alertNight(ports, context, { collected, caps, settings });
}
