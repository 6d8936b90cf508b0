import { windowAt } from '../../domain/budgets/window.ts';
import { describeFloor } from '../../domain/caps/floor.ts';
import type { CapPlan } from '../../domain/caps/cap-plan.ts';
import type { RowOutcome } from '../../domain/limits/limit-record.ts';
import { guardOrder } from '../../domain/runs/guards.ts';
import { suspectDaysToReport } from '../../domain/runs/notice.ts';
import { enforcementOutcome, heldInPart, heldOutcome, outcomeOf } from '../../domain/runs/outcome.ts';
import { enforceJob, isNightlyRun } from '../../domain/runs/run-id.ts';
import type { EnforcementOutcome, Hold, Run, RunOutcome } from '../../domain/runs/run.ts';
import { describeClockSkew, type ReadSkew } from '../../domain/time/clock-skew.ts';
import { dayOf } from '../../domain/time/day.ts';
import { deliverWaiting } from '../notifications/deliver-waiting.ts';
import { writeMails } from '../notifications/write-mails.ts';
import type { EndedRun, Job, JobEnd, JobWork, WorkEnd } from '../runs/job.ts';
import { runJob } from '../runs/run-job.ts';
import { composeRunMails } from './close-run.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import { limitsLease, type EnforcementOrder, type EnforcementPorts, type EnforcementWork } from './enforcement-work.ts';
import { guardRun, keepRest } from './guard-run.ts';
import { markSending, type SendPermit } from './guard-sending.ts';
import { createRunCache, type RunCache } from './plan-run.ts';
import { raiseAlerts } from './raise-alerts.ts';
import { readSkew } from './collect/read-skew.ts';
import { readPlatform, type PlatformReading } from './collect/read-platform.ts';
import type { EnforcementResult } from './report-run.ts';
import { sendPlan, type Sent } from './send-plan.ts';

export interface EnforcementRun extends EndedRun {
  readonly outcome: EnforcementOutcome;
  /** Absent when the run ended before it could decide anything, or had nothing to do. */
  readonly plan?: CapPlan;
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
  /** A guard held the rest, and what was to be sent all the same is not done yet. */
  readonly isPartOpen?: boolean;
}

/**
 * A run that sets limits: reads roster and usage into the tables, plans every cap, asks the guards, sends the limits,
 * notifies. The frame around these steps is `run-job.ts`.
 */
export async function enforceBudgets(
  ports: EnforcementPorts,
  settings: EnforcementSettings,
  order: EnforcementOrder,
): Promise<EnforcementRun> {
  const { runId, atMs, lateMs = 0 } = order;
  const at = new Date(atMs).toISOString();
  const context = { runId, at, today: dayOf(atMs) };
  if (order.kind === 'window-start' && !isFirstDay(context.today, settings)) {
    const startedAt = new Date(ports.clock.now()).toISOString();
    const nothing = { status: 'complete', alerts: 0, isUnfinished: false, problems: [] } as const;
    return {
      run: { runId, job: enforceJob, at, startedAt },
      outcome: enforcementOutcome(nothing),
      outcomes: new Map(),
    };
  }
  // An edit takes effect on the day on which its run begins, however long that waits for another run.
  const asked = { ...order, isAsOfBeginning: order.kind === 'edit' };
  const { end, ...ended } = await runJob(ports, asked, enforcementJob(ports, settings, order));
  const { run, outcome } = ended;
  if (run.runId !== runId && !order.dryRun) {
    const waiting = { rules: settings.alerts, nowMs: atMs + lateMs, lease: limitsLease };
    await ports.steps.run('waiting', async () => deliverWaiting(ports, context, waiting));
  }
  const plan = end === undefined || end.kind === 'cut-short' ? undefined : end.plan.planInHand()?.plan;
  const sent = end !== undefined && 'applied' in end ? end.applied : undefined;
  const outcomes = sent?.failed ?? new Map<string, RowOutcome>();
  return {
    ...ended,
    outcome: enforcementOutcome(outcome),
    outcomes,
    isPartOpen: sent?.stopped !== undefined || [...outcomes.values()].some(({ kind }) => kind === 'unknown'),
    ...(plan !== undefined && { plan }),
  };
}

/**
 * Whether the run has done, or a guard has held, what edits ask for; otherwise it is to be tried again: of a limit
 * whose outcome is unknown, the next try knows more. What a guard holds or the platform refuses stays so.
 */
export function hasTakenEffect({
  outcome: { status, held, isUnfinished },
  isPartOpen = false,
}: EnforcementRun): boolean {
  return status === 'held' ? held?.guard !== 'another-run' && !isPartOpen : !isUnfinished;
}

function isFirstDay(today: string, { platformWindowAnchorDay: anchorDay }: EnforcementSettings): boolean {
  return windowAt('platform', today, { anchorDay }).from === today;
}

/** How long a run for edits waits for another run; after that the edits are delivered again. */
const editPatienceMs = 5 * 60_000;

/** What there is to say of reading the platform, or why it was not read. What was read is in the tables. */
interface Reading extends PlatformReading {
  readonly hold?: Hold;
  readonly clock?: ReadSkew;
}

type Work = JobWork<EnforcementPorts>;
type End = JobEnd<Reading, RunCache, Sent>;
type OwnEnd = WorkEnd<Reading, RunCache, Sent>;

function enforcementJob(
  { leases, ids, runs, journal }: EnforcementPorts,
  settings: EnforcementSettings,
  order: EnforcementOrder,
): Job<EnforcementPorts, Reading, RunCache, SendPermit, Sent> {
  const workOf = (work: Work): EnforcementWork => ({ ...work, settings, order });
  const day = dayOf(order.atMs);
  const isNightOfDay = ({ at, runId }: Run) => at.startsWith(day) && isNightlyRun(runId);
  const { patienceMs = order.kind === 'edit' ? editPatienceMs : 0 } = order;
  const isScheduled = order.kind !== 'edit' && order.apply === undefined;
  return {
    name: enforceJob,
    lease: { leases, ids, ...limitsLease, patience: { patienceMs, waitMs: 15_000, isForRepairs: isScheduled } },
    record: { runs, journal, ...(order.onlyIfUnfinished && { isFinishedBy: isNightOfDay }) },
    figures: { capsChanged: 0, capsFailed: 0 },
    collect: async (work) => collect(workOf(work)),
    plan: async (work, { clock }) => createRunCache(workOf(work), clock?.skewMs),
    guard: async (work, cache, reading) => guardRun(workOf(work), cache, reading.hold),
    apply: async (work, cache, permit) => apply(workOf(work), cache, permit),
    outcome: async ({ run }, end) => outcome(run.runId, end),
    notify: {
      observe: async (work, end) => observe(workOf(work), end),
      async compose({ ports, run }, { end, nowMs, ...ended }) {
        const result = await resultOf(end, ended.outcome);
        const { mails, problem } = await composeRunMails(ports, settings, { context: run, result, nowMs });
        return { count: mails.length, problem, write: async () => writeMails(ports, mails) };
      },
    },
  };
}

const nothingRead: Reading = { isDoubtful: false, problems: [] };

/** Reads the platform into the tables. Only the nightly run does; the others plan from the tables alone. */
async function collect(work: EnforcementWork): Promise<Reading> {
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

/** Marks that limits are being changed from now on, then changes them. */
async function apply(work: EnforcementWork, cache: RunCache, permit: SendPermit): Promise<Sent> {
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

async function outcome(runId: string, { collected: reading, plan: cache, ...end }: OwnEnd): Promise<RunOutcome> {
  if (end.kind === 'held' && end.applied === undefined) {
    // A run that is older than what was applied has not looked at the figures.
    return heldOutcome(end.hold, reading.hold === undefined ? (await cache.collected()).through : undefined);
  }
  const collected = await cache.collected();
  const { plan } = await cache.planned();
  const nothingSent: Sent = { failed: new Map(), isLeaseLost: false };
  const { failed, isMoved = false, ...sent } = end.kind === 'planned' ? nothingSent : (end.applied ?? nothingSent);
  const done = outcomeOf({
    runId,
    dataThrough: collected.through,
    applied: { ...sent, records: await cache.records(), outcomes: failed },
    problems: [
      ...reading.problems,
      ...(reading.clock?.clockOffMs === undefined ? [] : [describeClockSkew(reading.clock.clockOffMs)]),
      ...collected.problems,
      ...(isMoved || end.kind === 'held' ? [] : describeFloor(plan)),
    ],
    isDoubtful: reading.isDoubtful,
  });
  return end.kind === 'held' ? heldInPart(end.hold, done) : done;
}

/** The result of a run, for the mails about it. */
async function resultOf(end: End, ended: RunOutcome): Promise<EnforcementResult> {
  const result = { outcome: enforcementOutcome(ended), outcomes: new Map<string, RowOutcome>() };
  if (end.kind === 'cut-short' || end.collected.hold !== undefined) {
    return { ...result, days: [] };
  }
  const { days, usage } = await end.plan.collected();
  const isPlanned = end.kind === 'held' ? end.hold.guard !== 'trust-gate' : true;
  const isMoved = end.kind === 'applied' && end.applied.isMoved === true;
  return {
    ...result,
    days,
    usage,
    ...(end.kind !== 'planned' && end.applied !== undefined && { outcomes: end.applied.failed }),
    ...(isPlanned && !isMoved && { plan: (await end.plan.planned()).plan }),
  };
}

/** Raises alerts: of use once the caps are set, or of the hold. */
async function observe({ ports, settings, order, run }: EnforcementWork, end: OwnEnd): Promise<void> {
  const cache = end.plan;
  const { clock } = end.collected;
  const isByHand = order.kind === 'edit' || order.apply !== undefined;
  if (end.kind === 'held') {
    const { hold } = end;
    if (hold.guard !== 'trust-gate' && hold.guard !== 'blast-radius') {
      return;
    }
    // Nothing about use: whoever crossed a threshold would read that they are stopped by a cap that is not set.
    const collected = await cache.collected();
    const isWorthNotifying = hold.guard === 'blast-radius' || suspectDaysToReport(collected.days, run.at).length > 0;
    const caps = { kind: 'held', hold, isWorthNotifying } as const;
    // What was sent beside the hold, or was used up meanwhile, stops people all the same.
    const isPlanned = hold.guard === 'blast-radius' || end.applied !== undefined;
    const limits = isPlanned ? await limitsOf(cache) : { records: await ports.limits.list() };
    await raiseAlerts(ports, run, { collected, caps, ...limits, isByHand, settings, clock });
    return;
  }
  if (end.kind === 'planned' || end.applied.isMoved === true || order.kind === 'window-start') {
    // The nightly run of the same day raises the alerts of a window start, with the day's figures.
    return;
  }
  const limits = await limitsOf(cache);
  const caps = { kind: 'decided', uncappable: limits.decided.plan.uncappable } as const;
  const collected = await cache.collected();
  await raiseAlerts(ports, run, { collected, caps, ...limits, isByHand, settings, clock });
}

/** What was decided, and all limits as they are by now. */
async function limitsOf(cache: RunCache) {
  const { plan, planInputs } = await cache.planned();
  const records = [...(await cache.records()).values()];
  return { records, decided: { plan, use: planInputs.pools.use, limits: planInputs.limits } };
}
