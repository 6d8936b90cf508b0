import { windowAt } from '../domain/budgets/window.ts';
import type { CapPlan } from '../domain/caps/cap-plan.ts';
import { guardOrder, holdForAnotherRun, holdForTakeover } from '../domain/runs/guards.ts';
import { failedOutcome, heldOutcome, outcomeOf } from '../domain/runs/outcome.ts';
import { enforceJob } from '../domain/runs/run-id.ts';
import type { Run, RunOutcome } from '../domain/runs/run.ts';
import { dayOf, type Day } from '../domain/time/day.ts';
import { closeNight, type ClosePorts } from './close-night.ts';
import { decideAndApply, type Deciding, type DecidingOrder, type DecidingPorts } from './decide-and-apply.ts';
import { findFinished } from './find-finished.ts';
import { holdingLease, leaseKeeper, OvertakenError } from './lease-keeper.ts';
import { PlatformRefusedError, PlatformUnavailableError, type Clock, type Ids, type LeaseStore } from './ports.ts';
import type { NightResult } from './report-night.ts';
import type { NightSettings, RunContext } from './run-context.ts';

export interface NightPorts extends DecidingPorts, ClosePorts {
  readonly ids: Ids;
  readonly leases: LeaseStore;
}

export interface NightOrder extends DecidingOrder {
  /** The same event delivered twice has the same run id, and is one run. */
  readonly runId: string;
  /** Unix milliseconds as of which the job runs. */
  readonly atMs: number;
  /** How much later than that the run really began; 0 where the moment is as good as now. */
  readonly lateMs?: number;
  /** Does nothing when an earlier run has finished the night already. */
  readonly onlyIfUnfinished: boolean;
}

export interface Night {
  readonly run: Run;
  readonly outcome: RunOutcome;
  /** Absent when the run ended before it could decide anything, or had nothing to do. */
  readonly plan?: CapPlan;
  readonly outcomes: NightResult['outcomes'];
}

/** Half of it is longer than one call of the platform with all its retries can take. */
const leaseMs = 10 * 60_000;

/**
 * The nightly run: roster, ledger, plan, guard, limits, mail. It can be stopped anywhere and run again; what is done
 * is not done twice. Expected ends are values; an error that is thrown is an operating error of a store or our own.
 * What is decided and sent stands in `decide-and-apply.ts`; this is the frame around it: one run at a time, each
 * recorded, none done twice.
 */
export async function enforceBudgets(ports: NightPorts, settings: NightSettings, order: NightOrder): Promise<Night> {
  const at = new Date(order.atMs).toISOString();
  const context: RunContext = { runId: order.runId, at, today: dayOf(order.atMs) };
  const started: Run = { runId: order.runId, job: enforceJob, at, startedAt: isoNow(ports) };
  if (order.kind === 'window-start' && !isFirstDay(context.today, settings)) {
    return nothingToDo(started);
  }
  const earlier = await findFinished(ports.runs, context, order);
  if (earlier?.outcome !== undefined) {
    return { run: earlier, outcome: earlier.outcome, outcomes: new Map() };
  }

  const claim = { owner: ports.ids.next(), nowMs: ports.clock.now(), durationMs: leaseMs };
  const acquired = await ports.leases.acquire('limits', claim);
  if (acquired.kind === 'held') {
    return { run: started, outcome: heldOutcome(holdForAnotherRun(acquired.untilMs)), outcomes: new Map() };
  }
  try {
    // The other run may have finished the night between the first look and the lease.
    const meanwhile = await findFinished(ports.runs, context, order);
    if (meanwhile?.outcome !== undefined) {
      return { run: meanwhile, outcome: meanwhile.outcome, outcomes: new Map() };
    }
    const keeper = leaseKeeper(ports, acquired.lease, leaseMs);
    const asOf = asOfClock(ports.clock, order);
    return await runNight({ ports: holdingLease(ports, keeper), settings, order, context, keeper, asOf }, started);
  } finally {
    await ports.leases.release(acquired.lease);
  }
}

/** A run goes on from the moment as of which it runs, as time goes on. */
function asOfClock(clock: Clock, { atMs, lateMs = 0 }: NightOrder): () => string {
  const startedMs = clock.now();
  return () => new Date(atMs + lateMs + clock.now() - startedMs).toISOString();
}

function isFirstDay(today: Day, { platformWindowAnchorDay }: NightSettings): boolean {
  return windowAt('platform', today, { anchorDay: platformWindowAnchorDay }).from === today;
}

/** Not even a record: a run that had nothing to do on this day is no news. */
function nothingToDo(run: Run): Night {
  const outcome = outcomeOf({
    runId: run.runId,
    dataThrough: undefined,
    applied: { records: new Map(), outcomes: new Map(), isOvertaken: false },
    problems: [],
    isDoubtful: false,
  });
  return { run, outcome, outcomes: new Map() };
}

interface NightWork extends Deciding {
  readonly ports: NightPorts;
}

async function runNight(work: NightWork, started: Run): Promise<Night> {
  const { ports, settings, order, context } = work;
  if (order.dryRun) {
    return nightOf(started, await tryNight(work));
  }
  await ports.runs.put(started);
  const result = await tryNight(work);
  if (result.outcome.held?.guard === 'another-run') {
    // The other run may be of the same event: its mails, its entry and its record are those of the night.
    return nightOf(started, result);
  }
  const closed = await closeNight(ports, settings, { context, started, result });
  return closed.kind === 'overtaken'
    ? nightOf(started, { ...result, outcome: heldOutcome(holdForTakeover()) })
    : nightOf(closed.run, { ...result, outcome: closed.outcome });
}

function nightOf(run: Run, { outcome, outcomes, plan }: NightResult): Night {
  return { run, outcome, outcomes, ...(plan !== undefined && { plan }) };
}

/** The night itself; what the platform or a newer run may do to it becomes its outcome. */
async function tryNight(work: NightWork): Promise<NightResult> {
  const { ports, context } = work;
  const hold = guardOrder(context.at, await ports.runs.latestApplied(enforceJob));
  if (hold !== undefined) {
    return { outcome: heldOutcome(hold), days: [], outcomes: new Map() };
  }
  try {
    return await decideAndApply(work);
  } catch (error) {
    if (error instanceof OvertakenError) {
      return { outcome: heldOutcome(holdForTakeover()), days: [], outcomes: new Map() };
    }
    if (error instanceof PlatformUnavailableError || error instanceof PlatformRefusedError) {
      return { outcome: failedOutcome(error.message), days: [], outcomes: new Map() };
    }
    throw error;
  }
}

function isoNow({ clock }: NightPorts): string {
  return new Date(clock.now()).toISOString();
}
