import { changesOf } from '../../caps/cap-plan.ts';
import type { SetCap } from '../../caps/cap.ts';
import { inputsHashOf } from '../../caps/plan-id.ts';
import { PlatformUnavailableError } from '../../kernel/runs/ports.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { Applied } from '../../kernel/runs/use-cases/job.ts';
import { dayOf } from '../../kernel/time/day.ts';
import { recordsByUser, type RowOutcome } from '../../limits/limit-record.ts';
import { recordsWithStops } from '../../limits/stopped-days.ts';
import type { WindowTurn } from '../../limits/window-turn.ts';
import { surveyOfPlan } from '../../permits/survey-of-plan.ts';
import { platformWindowFrom } from '../enforcement-settings.ts';
import { judgePlan } from '../judge-plan.ts';
import { owedChanges, withOwed } from '../owed-changes.ts';
import { partToSend, rowsToSend, type SendPermit } from '../part-to-send.ts';
import { planAgain, planCollected, type Planned } from '../planned.ts';
import { collectLastKnown } from './collect/collect-last-known.ts';
import type { EnforcementWork, LimitWork } from './enforcement-work.ts';
import type { RunCache } from './run-cache.ts';
import { type BatchState, beginSending, isSendingDone, sendNext } from './send-batches.ts';

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
      .run(`limits ${step}`, async () => sendSome(work, cache, permit, { failed, batchesMax }))
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

async function sendSome(
  work: EnforcementWork,
  cache: RunCache,
  permit: SendPermit,
  { failed, batchesMax }: { readonly failed: ReadonlyMap<string, RowOutcome>; readonly batchesMax: number },
): Promise<SendReport> {
  const isBegun = cache.sending !== undefined || cache.isDividedAgain;
  const stopped = isBegun ? undefined : recheckOnResume(work, await cache.planned(), permit);
  if (stopped !== undefined) {
    return { rows: [], isOver: true, isLeaseLost: false, isMoved: true, stopped };
  }
  // People did not see the results of a second division: the next night gives what is not free yet.
  const isShown = cache.sending === undefined && !cache.isDividedAgain;
  const sending = cache.sending ?? cache.beginSending(await beginRound(work, cache, permit, failed));
  const sent = await sendBatches(sending, failed, batchesMax);
  const isWithheld = isShown && sending.withheld.length > 0;
  const report = isWithheld ? { ...sent, withheld: sending.withheld.slice(0, rowsReportedMax) } : sent;
  if (!report.isOver || report.stopped !== undefined || !(await isDividedOnceMore(cache, permit))) {
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
async function beginRound(
  work: EnforcementWork,
  cache: RunCache,
  permit: SendPermit,
  failed: ReadonlyMap<string, RowOutcome>,
): Promise<BatchState> {
  const planned = await cache.planned();
  const turn = turnOf(work, permit);
  if (cache.isDividedAgain) {
    const again = planAgain(planned, [...(await cache.records()).values()]);
    const changes = withOwed(again, changesOf(again.plan));
    return beginSending(work, again.planInputs, { changes, records: recordsWithStops(again.planInputs), turn });
  }
  return beginSending(work, planned.planInputs, {
    // What has failed in this run before is left to the next one.
    changes: changesToSend(work, planned, permit).filter(({ userId }) => !failed.has(userId)),
    records: recordsWithStops(planned.planInputs),
    turn,
  });
}

export function changesToSend(
  { settings, run, order }: EnforcementWork,
  planned: Planned,
  permit: SendPermit,
): readonly SetCap[] {
  switch (permit.part) {
    case undefined:
      return changesOf(planned.plan);
    case 'rows':
      return rowsToSend(planned, order.apply?.only ?? []);
    case 'owed':
    case 'beside-hold':
    case 'rescue':
      return partToSend(settings, run, planned, permit);
  }
}

/**
 * A run resumed in another process has planned again, from tables that may have changed. Returns why it must not send
 * that plan; undefined when it may. A plan on changed tables is judged like that of a new run; a confirmed one is no
 * longer the same. No guard applies to the caps of a new window.
 */
export function recheckOnResume(
  { settings, run, order }: EnforcementWork,
  planned: Planned,
  permit: SendPermit,
): string | undefined {
  if (order.kind === 'window-start' || inputsHashOf(planned.planInputs) === permit.inputsHash) {
    return undefined;
  }
  const isHeld =
    order.apply !== undefined || permit.part !== undefined || judgePlan(settings, run, planned, permit) !== undefined;
  return isHeld ? 'what the plan rests on has moved since it was judged; the next run plans again' : undefined;
}

async function sendBatches(
  sending: BatchState,
  failed: ReadonlyMap<string, RowOutcome>,
  batchesMax: number,
): Promise<SendReport> {
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

/** How far the platform window had come when the plan was made. */
function turnOf({ settings, run }: EnforcementWork, { latestSent }: SendPermit): WindowTurn {
  const from = platformWindowFrom(settings, run.today);
  return { from, isDone: latestSent !== undefined && dayOf(Date.parse(latestSent)) >= from };
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

/**
 * Sends the lowerings without which a strict pool may use more than its amount, from the tables alone: for a run that
 * comes to nothing else. What the platform does not take now is left to the next run. `capPercent` says how far, in
 * percent of their amount, credits given live may exceed pools.
 */
export async function sendOwed(work: LimitWork, capPercent = 0): Promise<void> {
  const { ports, settings, run } = work;
  await ports.steps.run('owed', async () => {
    const collected = await collectLastKnown(ports, settings, run);
    const limits = await ports.limits.list();
    const planned = planCollected(settings, run, { collected, limits });
    // A first limit comes with a plan: what a night gives is the same whether it was stopped in between or not.
    const changes = owedBeside(planned, [], capPercent).filter(({ fromCredits }) => fromCredits !== undefined);
    const isLatest = changes.length > 0 && (await ports.runs.markApplied(enforceJob, `${run.today}T00:00:00.000Z`));
    if (!isLatest) {
      return;
    }
    await sendAll(beginSending(work, planned.planInputs, { changes, records: recordsByUser(limits), capPercent }));
  });
}

/** What strict pools are owed beside some changes. */
export function owedBeside(planned: Planned, beside: readonly SetCap[], capPercent: number): readonly SetCap[] {
  return owedChanges(planned, beside, surveyOfPlan(planned.planInputs, capPercent));
}
