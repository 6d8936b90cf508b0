// What a run that sets limits does, part by part: `enforce-budgets.ts` has the frame.
import { describeFloor } from '../../domain/caps/floor.ts';
import type { RowOutcome } from '../../domain/limits/limit-record.ts';
import { guardOrder } from '../../domain/plans/guards.ts';
import { suspectDaysToReport } from '../../domain/runs/notice.ts';
import { enforcementOutcome, heldInPart, heldOutcome, outcomeOf } from '../../domain/runs/outcome.ts';
import { enforceJob } from '../../domain/runs/run-id.ts';
import type { Hold, RunOutcome } from '../../domain/runs/run.ts';
import { describeClockSkew, type ReadSkew } from '../../domain/time/clock-skew.ts';
import { writeMails } from '../notifications/write-mails.ts';
import type { JobEnd, WorkEnd } from '../runs/job.ts';
import { composeRunMails } from './closing/close-run.ts';
import type { EnforcementWork } from './enforcement-work.ts';
import { guardRun, keepRest } from './guard-run.ts';
import { markSending, type SendPermit } from './guard-sending.ts';
import { createRunCache, type RunCache } from './plan-run.ts';
import { observeAlerts, raiseAlerts, type AlertsSeen } from './closing/raise-alerts.ts';
import { readSkew } from './collect/read-skew.ts';
import { readPlatform, type PlatformReading } from './collect/read-platform.ts';
import type { EnforcementResult } from './closing/report-run.ts';
import { sendPlan, type Sent } from './send-plan.ts';

/** What there is to say of reading the platform, or why it was not read. What was read is in the tables. */
export interface Reading extends PlatformReading {
  readonly hold?: Hold;
  readonly clock?: ReadSkew;
}

type End = JobEnd<Reading, RunCache, Sent>;
type OwnEnd = WorkEnd<Reading, RunCache, Sent>;

/** How a run ended, as of a moment in Unix milliseconds. */
interface Ended {
  readonly end: End;
  readonly outcome: RunOutcome;
  readonly nowMs: number;
}

const nothingRead: Reading = { isDoubtful: false, problems: [] };

/** Reads the platform into the tables. Only the nightly run does; the others plan from the tables alone. */
export async function collect(work: EnforcementWork): Promise<Reading> {
  const { ports, settings, order, run } = work;
  const { hold } = await ports.steps.run('order', async (): Promise<Pick<Reading, 'hold'>> => {
    const newer = guardOrder(run.at, await ports.runs.latestApplied(enforceJob));
    return newer === undefined ? {} : { hold: newer };
  });
  if (hold !== undefined) {
    return { ...nothingRead, hold };
  }
  const isNight = order.apply === undefined && order.kind === undefined;
  const reading = isNight ? await readPlatform(ports, settings, run) : nothingRead;
  // Once something was read, its answers tell.
  return { ...reading, clock: await readSkew(work) };
}

/** What the run decides by, read and made once in each process. */
export async function plan(work: EnforcementWork, { clock }: Reading): Promise<RunCache> {
  return createRunCache(work, clock?.skewMs);
}

export async function guard(work: EnforcementWork, cache: RunCache, { hold }: Reading) {
  return guardRun(work, cache, hold);
}

/** Marks that limits are being changed from now on, then changes them. */
export async function apply(work: EnforcementWork, cache: RunCache, permit: SendPermit): Promise<Sent> {
  const { ports, order, run } = work;
  const marked = await ports.steps.run('mark', async (): Promise<Pick<Sent, 'hold'>> => {
    const hold = await markSending(ports, { run, purpose: order, planId: permit.planId });
    return hold === undefined ? {} : { hold };
  });
  if (marked.hold !== undefined) {
    return { failed: new Map(), isLeaseLost: false, hold: marked.hold };
  }
  const sent = await sendPlan(work, cache, permit);
  const isRestKept = permit.part !== undefined && (await cache.collected()).hold === undefined;
  if (isRestKept && !sent.isLeaseLost) {
    return { ...sent, ...(await ports.steps.run('rest', async () => keepRest(work, cache, permit))) };
  }
  if (sent.stopped === undefined && permit.part === undefined) {
    // Only now: what the guard let pass because something has ended is to pass again in the next run until it is sent.
    await ports.steps.run('sent', async () => ports.runs.markSent(enforceJob, run.at));
  }
  return sent;
}

export async function outcome(runId: string, { collected: reading, plan: cache, ...end }: OwnEnd): Promise<RunOutcome> {
  if (end.kind === 'held' && end.applied === undefined) {
    // A run that is older than what was applied has not looked at the figures.
    return heldOutcome(end.hold, reading.hold === undefined ? (await cache.figures()).through : undefined);
  }
  const figures = await cache.figures();
  const plan = await cache.plan();
  const nothingSent: Sent = { failed: new Map(), isLeaseLost: false };
  const { failed, isMoved = false, ...sent } = end.kind === 'planned' ? nothingSent : (end.applied ?? nothingSent);
  const done = outcomeOf({
    runId,
    dataThrough: figures.through,
    applied: { ...sent, records: await cache.records(), outcomes: failed },
    problems: [
      ...reading.problems,
      ...(reading.clock?.clockOffMs === undefined ? [] : [describeClockSkew(reading.clock.clockOffMs)]),
      ...figures.problems,
      ...(isMoved || end.kind === 'held' ? [] : describeFloor(plan)),
    ],
    isDoubtful: reading.isDoubtful,
  });
  return end.kind === 'held' ? heldInPart(end.hold, done) : done;
}

/** Composes the mails of a run. */
export async function compose({ ports, settings, run }: EnforcementWork, { end, nowMs, ...ended }: Ended) {
  const result = await resultOf(end, ended.outcome);
  const { drafts, problem } = await composeRunMails(ports, settings, { context: run, result, nowMs });
  return { count: drafts.length, problem, write: async () => writeMails(ports, drafts) };
}

/** The result of a run, for the mails about it. */
async function resultOf(end: End, ended: RunOutcome): Promise<EnforcementResult> {
  const result = { outcome: enforcementOutcome(ended), outcomes: new Map<string, RowOutcome>() };
  if (end.kind === 'cut-short' || end.collected.hold !== undefined) {
    return { ...result, days: [] };
  }
  const { days, usage } = await end.plan.figures();
  const isPlanned = end.kind === 'held' ? end.hold.guard !== 'trust-gate' : true;
  const isMoved = end.kind === 'applied' && end.applied.isMoved === true;
  return {
    ...result,
    days,
    usage,
    ...(end.kind !== 'planned' && end.applied !== undefined && { outcomes: end.applied.failed }),
    ...(isPlanned && !isMoved && { plan: await end.plan.plan() }),
  };
}

/** Raises alerts. What they were observed on is dropped before anything is made of them. */
export async function observe(work: EnforcementWork, end: OwnEnd): Promise<void> {
  const seen = await lookAt(work, end);
  end.plan.endObserving();
  if (seen !== undefined) {
    await raiseAlerts(work.ports, work.run, seen);
  }
}

/** Looks at use once the caps are set, or at the hold. */
async function lookAt({ ports, settings, order, run }: EnforcementWork, end: OwnEnd): Promise<AlertsSeen | undefined> {
  const cache = end.plan;
  const { clock } = end.collected;
  const isByHand = order.kind === 'edit' || order.apply !== undefined;
  if (end.kind === 'held') {
    const { hold } = end;
    if (hold.guard !== 'trust-gate' && hold.guard !== 'blast-radius') {
      return undefined;
    }
    // Nothing about use: whoever crossed a threshold would read that they are stopped by a cap that is not set.
    const collected = await cache.collected();
    const isWorthNotifying = hold.guard === 'blast-radius' || suspectDaysToReport(collected.days, run.at).length > 0;
    const caps = { kind: 'held', hold, isWorthNotifying } as const;
    // What was sent beside the hold, or was used up meanwhile, stops people all the same.
    const isPlanned = hold.guard === 'blast-radius' || end.applied !== undefined;
    const limits = isPlanned ? await limitsOf(cache) : { records: await ports.limits.list() };
    return observeAlerts(ports, run, { collected, caps, ...limits, isByHand, settings, clock });
  }
  if (end.kind === 'planned' || end.applied.isMoved === true || order.kind === 'window-start') {
    // The nightly run of the same day raises the alerts of a window start, with the day's figures.
    return undefined;
  }
  const limits = await limitsOf(cache);
  const caps = { kind: 'decided', uncappable: limits.decided.plan.uncappable } as const;
  const collected = await cache.collected();
  return observeAlerts(ports, run, { collected, caps, ...limits, isByHand, settings, clock });
}

/** What was decided, and all limits as they are by now. */
async function limitsOf(cache: RunCache) {
  const { plan, planInputs } = await cache.planned();
  const records = [...(await cache.records()).values()];
  return { records, decided: { plan, use: planInputs.pools.use, limits: planInputs.limits } };
}
