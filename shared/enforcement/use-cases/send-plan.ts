import { changesOf } from '../../caps/cap-plan.ts';
import type { SetCap } from '../../caps/cap.ts';
import { PlatformUnavailableError, type RunStore, type Steps } from '../../kernel/runs/ports.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { Applied, RunOrder } from '../../kernel/runs/use-cases/job.ts';
import { clockDoubt } from '../../kernel/time/clock-skew.ts';
import { dayOf } from '../../kernel/time/day.ts';
import { type LimitRecord, recordsByUser, type RowOutcome } from '../../limits/limit-record.ts';
import { recordsWithStops } from '../../limits/stopped-days.ts';
import type { WindowTurn } from '../../limits/window-turn.ts';
import { surveyOfPlan } from '../../permits/survey-of-plan.ts';
import { owedChanges, withOwed } from '../owed-changes.ts';
import {
  type ApplyPorts,
  type BatchState,
  beginSending,
  isSendingDone,
  type PermitTerms,
  sendNext,
} from './apply-caps.ts';
import { collectLastKnown, type LastKnownPorts } from './collect/collect-last-known.ts';
import { type EnforcementSettings, platformWindowFrom } from './enforcement-settings.ts';
import type { EnforcementWork } from './enforcement-work.ts';
import { partToSend, recheckOnResume, type SendPermit } from './guard-sending.ts';
import { planAgain, planCollected, type Planned, type RunCache } from './plan-run.ts';

export interface Sent extends Applied {
  /** Rows that are not done, by user id. */
  readonly failed: ReadonlyMap<string, RowOutcome>;
  /** Emails of users to whom the promise guard gave nothing of what the plan showed. */
  readonly withheld?: readonly string[];
  /** Why not all of it was tried. */
  readonly stopped?: string;
  readonly isLeaseLost: boolean;
  /** The present plan differs from the guarded one: no one is notified of it. */
  readonly isMoved?: true;
}

interface SendReport {
  /** Rows not done, and rows done since. */
  readonly rows: readonly (readonly [userId: string, outcome: RowOutcome])[];
  readonly withheld?: readonly string[];
  readonly isOver: boolean;
  readonly stopped?: string;
  readonly isLeaseLost: boolean;
  readonly isMoved?: true;
}

/** A batch a step while there are few; the steps of a run have to stay within the thousands. */
const singleBatchesMax = 200;
const batchesPerStep = 20;
/** A durable execution bears 3,000 in all. */
const stepsMax = 2_000;

/** A step ends after so many rows that are not done, and cuts their problems: its answer must stay below 256 KB. */
const rowsReportedMax = 300;
const problemCharsMax = 120;

/**
 * Sends a plan. Where lowered limits set credits free at once, the pools are divided again with the limits as they are
 * then. What is left to send is found in the tables: a run that goes on in another process plans again, and whatever is
 * confirmed by then is no change any more.
 */
export async function sendPlan(work: EnforcementWork, cache: RunCache, permit: SendPermit): Promise<Sent> {
  const failed = new Map<string, RowOutcome>();
  const withheld = new Set<string>();
  for (let step = 1; step <= stepsMax; step += 1) {
    const batchesMax = step <= singleBatchesMax ? 1 : batchesPerStep;
    const report = await work.ports.steps
      .run(`limits ${step}`, async () => sendSome(work, cache, { failed, batchesMax, permit }))
      .catch(stoppedByPlatform);
    for (const [userId, outcome] of report.rows) {
      failed.set(userId, outcome);
      if (outcome.kind === 'done') {
        failed.delete(userId);
      }
    }
    report.withheld?.forEach((email) => withheld.add(email));
    if (report.isOver) {
      cache.endSending();
      const { rows: _rows, isOver: _isOver, withheld: _withheld, ...end } = report;
      return { failed, ...(withheld.size > 0 && { withheld: [...withheld] }), ...end };
    }
  }
  return { failed, isLeaseLost: false, stopped: `a run sends its limits in ${stepsMax} steps at most` };
}

/** The platform is away for longer than a step waits: what was sent before stays sent. */
function stoppedByPlatform(error: unknown): SendReport {
  if (!(error instanceof PlatformUnavailableError)) {
    throw error;
  }
  return { rows: [], isOver: true, isLeaseLost: false, stopped: `${error.message}; the next run continues from here` };
}

interface SendOrder {
  readonly failed: ReadonlyMap<string, RowOutcome>;
  readonly batchesMax: number;
  readonly permit: SendPermit;
}

async function sendSome(work: EnforcementWork, cache: RunCache, order: SendOrder): Promise<SendReport> {
  const isBegun = cache.sending !== undefined || cache.isDividedAgain;
  const stopped = isBegun ? undefined : await reasonNotToBegin(work, cache, order.permit);
  if (stopped !== undefined) {
    return { rows: [], isOver: true, isLeaseLost: false, isMoved: true, stopped };
  }
  // People did not see the results of a second division: the next night gives what is not free yet.
  const isShown = cache.sending === undefined && !cache.isDividedAgain;
  const sending = cache.sending ?? cache.beginSending(await beginRound(work, cache, order));
  const sent = await sendBatches(sending, order);
  const isWithheld = isShown && sending.withheld.length > 0;
  const report = isWithheld ? { ...sent, withheld: sending.withheld.slice(0, rowsReportedMax) } : sent;
  if (!report.isOver || report.stopped !== undefined || !(await isDividedOnceMore(cache, order.permit))) {
    return report;
  }
  // In the next step: nothing of the first division is in memory by then.
  cache.endSending();
  cache.isDividedAgain = true;
  return { ...report, isOver: false };
}

/** What the first round has lowered sets credits free at once. Where only a part of the plan is sent, that is all. */
async function isDividedOnceMore(cache: RunCache, { part }: SendPermit): Promise<boolean> {
  return !cache.isDividedAgain && part === undefined && (await cache.planned()).plan.shares.freesCreditsAtOnce;
}

/** In the second round the plan is made again, since what the first one has lowered has set credits free. */
async function beginRound(work: EnforcementWork, cache: RunCache, order: SendOrder): Promise<BatchState> {
  const planned = await cache.planned();
  if (!cache.isDividedAgain) {
    return firstSending(work, planned, order);
  }
  const again = planAgain(planned, [...(await cache.records()).values()]);
  const changes = withOwed(again, changesOf(again.plan));
  return sendingOf(work, again, {
    records: recordsWithStops(again.planInputs),
    changes,
    ...turnOf(work, order.permit),
  });
}

async function reasonNotToBegin(
  { settings, run, order }: EnforcementWork,
  cache: RunCache,
  permit: SendPermit,
): Promise<string | undefined> {
  const [planned, collected] = [await cache.planned(), await cache.collected()];
  return recheckOnResume(settings, { run, purpose: order, planned, collected, permit });
}

async function sendBatches(sending: BatchState, { failed, batchesMax }: SendOrder): Promise<SendReport> {
  const rows = new Map<string, RowOutcome>();
  for (let sent = 0; sent < batchesMax && rows.size < rowsReportedMax && !isSendingDone(sending); sent += 1) {
    try {
      await sendNext(sending);
    } catch (error) {
      if (!(error instanceof PlatformUnavailableError) || sent === 0) {
        throw error;
      }
      // What was sent before is reported; the next step meets the same error.
      break;
    }
    for (const [userId, outcome] of sending.settled) {
      if (outcome.kind !== 'done' || failed.has(userId) || rows.has(userId)) {
        rows.set(userId, shortened(outcome));
      }
    }
  }
  const { stopped, isLeaseLost } = sending;
  return { rows: [...rows], isOver: isSendingDone(sending), isLeaseLost, stopped };
}

/** The journal holds everything the platform said. */
function shortened(outcome: RowOutcome): RowOutcome {
  return outcome.kind === 'done' ? outcome : { ...outcome, problem: outcome.problem.slice(0, problemCharsMax) };
}

function firstSending(work: EnforcementWork, planned: Planned, { failed, permit }: SendOrder): BatchState {
  const changes = permit.part === undefined ? changesOf(planned.plan) : partToSend(work, planned, permit);
  return sendingOf(work, planned, {
    records: recordsWithStops(planned.planInputs),
    // What has failed in this run before is left to the next one.
    changes: changes.filter(({ userId }) => !failed.has(userId)),
    ...turnOf(work, permit),
  });
}

/** How far the platform window had come when the plan was made. */
function turnOf({ settings, run }: EnforcementWork, { latestSent }: SendPermit): { readonly turn: WindowTurn } {
  const from = platformWindowFrom(settings, run.today);
  return { turn: { from, isDone: latestSent !== undefined && dayOf(Date.parse(latestSent)) >= from } };
}

interface SendWork extends Pick<EnforcementWork, 'run' | 'lease' | 'aheadMs'> {
  readonly ports: ApplyPorts;
  readonly settings: EnforcementSettings;
  readonly order: RunOrder;
}

/** Makes ready to send changes of a plan. Nothing is sent yet. */
export function sendingOf(
  { ports, settings, order, run, lease, aheadMs }: SendWork,
  planned: Pick<Planned, 'planInputs'>,
  {
    records,
    changes,
    capPercent,
    turn,
  }: {
    readonly records: ReadonlyMap<string, LimitRecord>;
    readonly changes: readonly SetCap[];
    readonly capPercent?: number;
    readonly turn?: WindowTurn;
  },
): BatchState {
  const toleranceMs = settings.clockToleranceSeconds * 1_000;
  const { earlierMs, laterMs } = planned.planInputs.pools.clockDoubt ?? clockDoubt(undefined, toleranceMs);
  return beginSending(ports, run, {
    changes,
    records,
    lease,
    unlimitedCredits: settings.unlimitedCredits,
    settleDays: settings.pools.settleDays,
    planInputs: planned.planInputs,
    capPercent,
    turn,
    aheadMs,
    // What is merely tolerated is no difference.
    clockDoubt: {
      earlierMs: earlierMs > toleranceMs ? earlierMs : 0,
      laterMs: laterMs > toleranceMs ? laterMs : 0,
    },
    stopAtMs: order.stopAtMs,
  });
}

/** Sends all that is left. What the platform does not take now waits for another run: `stopped` says why, and `then`. */
export async function sendAll(sending: BatchState, then = ''): Promise<void> {
  while (!isSendingDone(sending)) {
    try {
      await sendNext(sending);
    } catch (error) {
      if (!(error instanceof PlatformUnavailableError)) {
        throw error;
      }
      sending.stopped = `${error.message}${then}`;
    }
  }
}

interface OwedWork extends Omit<SendWork, 'ports' | 'settings'> {
  readonly ports: SendWork['ports'] & LastKnownPorts & { readonly runs: RunStore; readonly steps: Steps };
  readonly settings: EnforcementSettings;
}

/**
 * Sends the lowerings without which a strict pool may use more than its amount, from the tables alone: for a run that
 * comes to nothing else. What the platform does not take now is left to the next run.
 */
export async function sendOwed(work: OwedWork, terms: PermitTerms = {}): Promise<void> {
  const { ports, settings, run } = work;
  await ports.steps.run('owed', async () => {
    const collected = await collectLastKnown(ports, settings, run);
    const limits = await ports.limits.list();
    const planned = planCollected(settings, run, { collected, limits });
    // A first limit comes with a plan: what a night gives is the same whether it was stopped in between or not.
    const changes = owedBeside(planned, [], terms).filter(({ fromCredits }) => fromCredits !== undefined);
    const isLatest = changes.length > 0 && (await ports.runs.markApplied(enforceJob, `${run.today}T00:00:00.000Z`));
    if (!isLatest) {
      return;
    }
    const sending = sendingOf(work, planned, { records: recordsByUser(limits), changes, ...terms });
    await sendAll(sending);
  });
}

/** What strict pools are owed beside some changes. */
export function owedBeside(
  planned: Planned,
  beside: readonly SetCap[],
  { capPercent }: PermitTerms,
): readonly SetCap[] {
  return owedChanges(planned, beside, surveyOfPlan(planned.planInputs, capPercent));
}
