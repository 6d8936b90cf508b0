import { windowAt } from '../../domain/budgets/window.ts';
import type { CapPlan } from '../../domain/caps/cap-plan.ts';
import { guardOrder, holdForAnotherRun, holdForLostLease } from '../../domain/runs/guards.ts';
import { failedOutcome, heldOutcome, outcomeOf } from '../../domain/runs/outcome.ts';
import { enforceJob } from '../../domain/runs/run-id.ts';
import type { Hold, Run, RunOutcome } from '../../domain/runs/run.ts';
import { dayOf, type Day } from '../../domain/time/day.ts';
import { closeRun, composeRunMails, type Closed, type ClosePorts, type RunMails } from './close-run.ts';
import {
  decideAndApply,
  resultOf,
  type Decided,
  type Deciding,
  type DecidingOrder,
  type DecidingPorts,
} from './decide-and-apply.ts';
import { deliverWaiting } from '../notifications/deliver-waiting.ts';
import { createRunCache, type RunCache } from './run-cache.ts';
import { findFinished } from './find-finished-run.ts';
import { withLease, leaseKeeper, LeaseLostError } from '../runs/lease-keeper.ts';
import {
  PlatformRefusedError,
  PlatformUnavailableError,
  type Clock,
  type Ids,
  type Lease,
  type LeaseStore,
} from '../runs/ports.ts';
import type { EnforcementResult } from './report-run.ts';
import type { EnforcementSettings, RunContext } from '../runs/run-context.ts';

export interface EnforcementPorts extends DecidingPorts, ClosePorts {
  readonly ids: Ids;
  readonly leases: LeaseStore;
}

export interface EnforcementOrder extends DecidingOrder {
  /** The same event delivered twice has the same run id, and is one run. */
  readonly runId: string;
  /** Unix milliseconds as of which the job runs. */
  readonly atMs: number;
  /** How much later than that the run really began; 0 where the moment is as good as now. */
  readonly lateMs?: number;
  /** Does nothing but tell what waited when an earlier run has finished the night already. */
  readonly onlyIfUnfinished: boolean;
}

export interface EnforcementRun {
  readonly run: Run;
  readonly outcome: RunOutcome;
  /** Absent when the run ended before it could decide anything, or had nothing to do. */
  readonly plan?: CapPlan;
  readonly outcomes: EnforcementResult['outcomes'];
}

/** Half of it is longer than one call of the platform with all its retries can take. */
const leaseMs = 10 * 60_000;

/**
 * The nightly run: roster, ledger, plan, guard, limits, mail. It can be stopped anywhere and run again; what is done
 * is not done twice. Expected ends are values; an error that is thrown is an operating error of a store or our own.
 * What is decided and sent stands in `decide-and-apply.ts`; this is the frame around it: one run at a time, each
 * recorded, none done twice. All that it does is done in steps, see `steps.ts`.
 */
export async function enforceBudgets(
  ports: EnforcementPorts,
  settings: EnforcementSettings,
  order: EnforcementOrder,
): Promise<EnforcementRun> {
  const at = new Date(order.atMs).toISOString();
  const context: RunContext = { runId: order.runId, at, today: dayOf(order.atMs) };
  // The owner is chosen before the lease is taken: a beginning that is done again has the lease already.
  const owner = await ports.steps.run('owner', async () => ports.ids.next());
  const begun = await ports.steps.run('begin', async () => begin(ports, settings, { order, context, owner }));
  if (begun.kind === 'ended') {
    return { run: begun.run, outcome: begun.outcome, outcomes: new Map() };
  }
  const { started, lease } = begun;
  const keeper = leaseKeeper(ports, lease, leaseMs);
  const asOf = asOfClock(ports.clock, order, started);
  try {
    return await runEnforcement({ ports: withLease(ports, keeper), settings, order, context, keeper, asOf }, started);
  } finally {
    await ports.steps.run('end', async () => ports.leases.release(lease));
  }
}

/** What a run finds when it begins: work to do under a lease, or its end. */
type Begun =
  | { readonly kind: 'begun'; readonly started: Run; readonly lease: Lease }
  | { readonly kind: 'ended'; readonly run: Run; readonly outcome: RunOutcome };

/** Looks whether there is anything to do, and takes the lease. */
async function begin(
  ports: EnforcementPorts,
  settings: EnforcementSettings,
  { order, context, owner }: { readonly order: EnforcementOrder; readonly context: RunContext; readonly owner: string },
): Promise<Begun> {
  const nowMs = ports.clock.now();
  const { runId, at, today } = context;
  const started: Run = { runId, job: enforceJob, at, startedAt: new Date(nowMs).toISOString() };
  if (order.kind === 'window-start' && !isFirstDay(today, settings)) {
    return { kind: 'ended', run: started, outcome: nothingToDo(runId) };
  }
  const earlier = await findFinished(ports.runs, context, order);
  if (earlier?.outcome !== undefined) {
    if (earlier.runId !== order.runId && !order.dryRun) {
      const asOfMs = Date.parse(asOfClock(ports.clock, order, started)());
      await deliverWaiting(ports, context, { rules: settings.alerts, nowMs: asOfMs, leaseMs });
    }
    return { kind: 'ended', run: earlier, outcome: earlier.outcome };
  }
  const acquired = await ports.leases.acquire('limits', { owner, nowMs, durationMs: leaseMs });
  if (acquired.kind === 'held') {
    return { kind: 'ended', run: started, outcome: heldOutcome(holdForAnotherRun(acquired.untilMs)) };
  }
  // The other run may have finished the night between the first look and the lease.
  const meanwhile = await findFinished(ports.runs, context, order);
  if (meanwhile?.outcome !== undefined) {
    await ports.leases.release(acquired.lease);
    return { kind: 'ended', run: meanwhile, outcome: meanwhile.outcome };
  }
  if (!order.dryRun) {
    await ports.runs.put(started);
  }
  return { kind: 'begun', started, lease: acquired.lease };
}

/** A run goes on from the moment as of which it runs, as time goes on. */
function asOfClock(clock: Clock, { atMs, lateMs = 0 }: EnforcementOrder, { startedAt }: Run): () => string {
  const startedMs = Date.parse(startedAt);
  return () => new Date(atMs + lateMs + clock.now() - startedMs).toISOString();
}

function isFirstDay(today: Day, { platformWindowAnchorDay }: EnforcementSettings): boolean {
  return windowAt('platform', today, { anchorDay: platformWindowAnchorDay }).from === today;
}

/** Not even a record: a run that had nothing to do on this day is no news. */
function nothingToDo(runId: string): RunOutcome {
  return outcomeOf({
    runId,
    dataThrough: undefined,
    applied: { records: new Map(), outcomes: new Map(), isLeaseLost: false },
    problems: [],
    isDoubtful: false,
  });
}

interface EnforcementWork extends Deciding {
  readonly ports: EnforcementPorts;
}

/** How the night itself ended; what the platform or a newer run may do to it is its outcome. */
type EnforcementEnd = Decided | { readonly kind: 'cut-short'; readonly outcome: RunOutcome };

async function runEnforcement(work: EnforcementWork, started: Run): Promise<EnforcementRun> {
  const { order } = work;
  const cache = createRunCache(work);
  const end = await tryEnforcement(work, cache);
  if (order.dryRun || hasLostLease(end)) {
    // The other run may be of the same event: its mails, its entry and its record are those of the night.
    const result = await resultOfEnd(work, cache, end);
    return enforcementRunOf(started, result);
  }
  const closed = await close(work, started, async () => resultOfEnd(work, cache, end)).catch(whenLeaseLost);
  const plan = end.kind === 'cut-short' ? undefined : cache.planInHand()?.plan;
  const told = { outcomes: end.kind === 'sent' ? end.sent.failed : new Map(), ...(plan !== undefined && { plan }) };
  return closed === undefined
    ? { run: started, outcome: heldOutcome(holdForLostLease()), ...told }
    : { run: closed.run, outcome: closed.outcome, ...told };
}

/** Tells of the night and records it. */
async function close(
  { ports, settings, context, asOf }: EnforcementWork,
  started: Run,
  findResult: () => Promise<EnforcementResult>,
): Promise<Closed> {
  let composed: (RunMails & { readonly result: EnforcementResult }) | undefined;
  async function compose(nowMs: number) {
    const result = await findResult();
    composed = { result, ...(await composeRunMails(ports, settings, { context, result, nowMs })) };
    return composed;
  }
  // Counted before any is written: whoever goes on after some were written finds them owed no more.
  const { alerts, nowMs, problem } = await ports.steps.run('mails', async () => {
    const atMs = Date.parse(asOf());
    const { mails, problem } = await compose(atMs);
    return { nowMs: atMs, alerts: mails.length, ...(problem !== undefined && { problem }) };
  });
  return ports.steps.run('close', async () => {
    const { result, mails } = composed ?? (await compose(nowMs));
    const problems = [...result.outcome.problems, ...(problem === undefined ? [] : [problem])];
    return closeRun(ports, { context, started, outcome: { ...result.outcome, alerts, problems }, mails });
  });
}

function whenLeaseLost(error: unknown): undefined {
  if (!(error instanceof LeaseLostError)) {
    throw error;
  }
}

function enforcementRunOf(run: Run, { outcome, outcomes, plan }: EnforcementResult): EnforcementRun {
  return { run, outcome, outcomes, ...(plan !== undefined && { plan }) };
}

function hasLostLease(end: EnforcementEnd): boolean {
  return end.kind === 'cut-short'
    ? end.outcome.held?.guard === 'another-run'
    : end.kind === 'sent' && end.sent.isLeaseLost;
}

async function resultOfEnd(work: EnforcementWork, cache: RunCache, end: EnforcementEnd): Promise<EnforcementResult> {
  return end.kind === 'cut-short'
    ? { outcome: end.outcome, days: [], outcomes: new Map() }
    : resultOf(work, cache, end);
}

async function tryEnforcement(work: EnforcementWork, cache: RunCache): Promise<EnforcementEnd> {
  const { ports, context } = work;
  try {
    const { hold } = await ports.steps.run('order', async () => holdIfOlder(ports, context));
    return hold === undefined ? await decideAndApply(work, cache) : { kind: 'cut-short', outcome: heldOutcome(hold) };
  } catch (error) {
    if (error instanceof LeaseLostError) {
      return { kind: 'cut-short', outcome: heldOutcome(holdForLostLease()) };
    }
    if (error instanceof PlatformUnavailableError || error instanceof PlatformRefusedError) {
      return { kind: 'cut-short', outcome: failedOutcome(error.message) };
    }
    throw error;
  }
}

async function holdIfOlder({ runs }: EnforcementPorts, { at }: RunContext): Promise<{ readonly hold?: Hold }> {
  const hold = guardOrder(at, await runs.latestApplied(enforceJob));
  return hold === undefined ? {} : { hold };
}
