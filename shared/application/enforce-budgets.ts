import { windowAt } from '../domain/budgets/window.ts';
import { changesOf, planCaps, type CapPlan } from '../domain/caps/cap-plan.ts';
import { describeFloor } from '../domain/caps/floor.ts';
import { guardOrder, holdForAnotherRun, holdForTakeover } from '../domain/runs/guards.ts';
import { failedOutcome, heldOutcome, outcomeOf } from '../domain/runs/outcome.ts';
import { isWindowStart } from '../domain/runs/run-id.ts';
import type { Hold, Run, RunOutcome } from '../domain/runs/run.ts';
import { emailKey } from '../domain/roster/email.ts';
import { suspectDaysToTell } from '../domain/runs/notice.ts';
import { dayOf, type Day } from '../domain/time/day.ts';
import { alertNight, type AlertPorts } from './alert-night.ts';
import { applyCaps, type Applied, type ApplyPorts } from './apply-caps.ts';
import { collectNight, type Collected, type CollectPorts } from './collect-night.ts';
import { collectWindowStart } from './collect-window-start.ts';
import type { MailPorts } from './deliver-mails.ts';
import { holdingLease, leaseKeeper, OvertakenError, type LeaseKeeper } from './lease-keeper.ts';
import { PlatformRefusedError, PlatformUnavailableError, type LeaseStore, type RunStore } from './ports.ts';
import { reportNight, type NightResult } from './report-night.ts';
import type { NightSettings, RunContext } from './run-context.ts';

export interface NightPorts extends CollectPorts, ApplyPorts, AlertPorts, MailPorts {
  readonly leases: LeaseStore;
  readonly runs: RunStore;
}

export interface NightOrder {
  /** The same event delivered twice has the same run id, and is one run. */
  readonly runId: string;
  /** Unix milliseconds as of which the job runs. */
  readonly atMs: number;
  /** Stops after the plan. What the platform reported is kept, no cap is changed, nobody is told. */
  readonly dryRun: boolean;
  /** Does nothing when an earlier run has finished the night already. */
  readonly onlyIfUnfinished: boolean;
  /** A window start sets the caps of a new platform window from the tables alone; on any other day it does nothing. */
  readonly kind?: 'window-start';
  /** Wall-clock Unix milliseconds after which nothing more is begun. */
  readonly stopAtMs: number;
}

export interface Night {
  readonly run: Run;
  readonly outcome: RunOutcome;
  /** Absent when the run ended before it could decide anything, or had nothing to do. */
  readonly plan?: CapPlan;
  readonly outcomes: NightResult['outcomes'];
}

export const enforceJob = 'enforce';

/** Half of it is longer than one call of the platform with all its retries can take. */
const leaseMs = 10 * 60_000;

/**
 * The nightly run: roster, ledger, plan, guard, limits, mail. It can be stopped anywhere and run again; what is done
 * is not done twice. Expected ends are values; an error that is thrown is an operating error of a store or our own.
 */
export async function enforceBudgets(ports: NightPorts, settings: NightSettings, order: NightOrder): Promise<Night> {
  const at = new Date(order.atMs).toISOString();
  const context: RunContext = { runId: order.runId, at, today: dayOf(order.atMs) };
  if (order.kind === 'window-start' && !isFirstDay(context.today, settings)) {
    return nothingToDo({ runId: order.runId, job: enforceJob, at, startedAt: isoNow(ports) });
  }
  const earlier = await findFinished(ports.runs, context, order);
  if (earlier?.outcome !== undefined) {
    return { run: earlier, outcome: earlier.outcome, outcomes: new Map() };
  }

  const started: Run = { runId: order.runId, job: enforceJob, at, startedAt: isoNow(ports) };
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
    return await runNight({ ports: holdingLease(ports, keeper), settings, order, context, started, keeper });
  } finally {
    await ports.leases.release(acquired.lease);
  }
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

interface NightWork {
  readonly ports: NightPorts;
  readonly settings: NightSettings;
  readonly order: NightOrder;
  readonly context: RunContext;
  readonly started: Run;
  readonly keeper: LeaseKeeper;
}

async function runNight(work: NightWork): Promise<Night> {
  const { ports, order, context, started } = work;
  if (order.dryRun) {
    const { plan, outcome, outcomes } = await tryNight(work);
    return { run: started, outcome, outcomes, ...(plan === undefined ? {} : { plan }) };
  }

  await ports.runs.put(started);
  const result = await tryNight(work);
  if (result.outcome.held?.guard === 'another-run') {
    // The other run may be of the same event: its mails, its entry and its record are those of the night.
    return { run: started, ...result };
  }
  const alerts = await tellNight(work, result);
  if (alerts === 'overtaken') {
    return { run: started, ...result, outcome: heldOutcome(holdForTakeover()) };
  }
  const outcome = { ...result.outcome, alerts };
  const run = { ...started, finishedAt: isoNow(ports), outcome };
  await ports.journal.append([finishedEntry(context, outcome)]);
  await ports.runs.put(run);
  return { run, outcome, outcomes: result.outcomes, ...(result.plan === undefined ? {} : { plan: result.plan }) };
}

/** Gives the number of mails, unless another run has taken over: then telling is its affair. */
async function tellNight({ ports, settings, context }: NightWork, result: NightResult): Promise<number | 'overtaken'> {
  const recipients = await recipientsOf(ports, settings);
  try {
    return await reportNight(ports, context, { ...result, recipients });
  } catch (error) {
    if (error instanceof OvertakenError) {
      return 'overtaken';
    }
    throw error;
  }
}

/** Who is told of a night: the admins, and whoever owns a budget of the whole organization. */
async function recipientsOf(ports: NightPorts, settings: NightSettings): Promise<readonly string[]> {
  const { budgets } = await ports.budgets.list();
  const owners = budgets.filter((budget) => budget.scope.kind === 'org').flatMap((budget) => budget.owners);
  return [...new Set([...settings.admins, ...owners].map(emailKey))];
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

async function decideAndApply(work: NightWork): Promise<NightResult> {
  const { ports, settings, order, context } = work;
  const collect = order.kind === 'window-start' ? collectWindowStart : collectNight;
  const collected = await collect(ports, settings, context);
  const { days, usage, through } = collected;
  if (collected.hold !== undefined) {
    await alertOfHold(work, collected, collected.hold);
    return { outcome: heldOutcome(collected.hold, through), days, usage, outcomes: new Map() };
  }

  const limits = await ports.limits.list();
  const plan = planCaps({
    ...collected,
    day: context.today,
    dataThrough: through,
    limits,
    unlimitedCredits: settings.unlimitedCredits,
    floorCredits: settings.limitFloorCredits,
    ...(settings.limitCeilingCredits !== undefined && { ceilingCredits: settings.limitCeilingCredits }),
  });
  const records = new Map(limits.map((record) => [record.userId, record]));
  const hold = order.dryRun ? undefined : await holdIfOvertaken(work);
  if (hold !== undefined) {
    return { outcome: heldOutcome(hold, through), days, usage, plan, outcomes: new Map() };
  }
  const applied: Applied = order.dryRun
    ? { records, outcomes: new Map(), isOvertaken: false }
    : await applyCaps(ports, context, {
        changes: changesOf(plan),
        records,
        keeper: work.keeper,
        unlimitedCredits: settings.unlimitedCredits,
        stopAtMs: order.stopAtMs,
      });
  const { isDoubtful } = collected;
  const problems = [...collected.problems, ...describeFloor(plan)];
  const outcome = outcomeOf({ runId: context.runId, dataThrough: through, applied, problems, isDoubtful });
  // The night of the same day looks at use, rows and budgets with the figures in hand.
  if (!order.dryRun && !applied.isOvertaken && order.kind !== 'window-start') {
    const caps = { kind: 'decided', uncappable: plan.uncappable, records: applied.records.values() } as const;
    await alertNight(ports, context, { collected, caps, plan, settings });
  }
  return { outcome, days, usage, plan, outcomes: applied.outcomes };
}

async function alertOfHold(work: NightWork, collected: Collected, hold: Hold): Promise<void> {
  const { ports, settings, order, context } = work;
  if (!order.dryRun) {
    const isWorthTelling = suspectDaysToTell(collected.days, context.at).length > 0;
    await alertNight(ports, context, { collected, caps: { kind: 'held', hold, isWorthTelling }, settings });
  }
}

async function holdIfOvertaken({ ports, context }: NightWork): Promise<Hold | undefined> {
  const isLatest = await ports.runs.markApplied(enforceJob, context.at);
  return isLatest ? undefined : guardOrder(context.at, await ports.runs.latestApplied(enforceJob));
}

/**
 * A run of the same id that left nothing to do; for a repeated schedule, any such run of this night. An event that is
 * delivered again after a failure is a new try.
 */
async function findFinished(runs: RunStore, context: RunContext, order: NightOrder): Promise<Run | undefined> {
  const same = await runs.find(order.runId);
  if (leftNothingToDo(same?.outcome)) {
    return same;
  }
  if (!order.onlyIfUnfinished) {
    return undefined;
  }
  const recent = await runs.list(enforceJob, 50);
  return recent.find(
    (run) => run.at.startsWith(context.today) && !isWindowStart(run.runId) && leftNothingToDo(run.outcome),
  );
}

function leftNothingToDo(outcome: RunOutcome | undefined): boolean {
  return (outcome?.status === 'complete' || outcome?.status === 'partial') && !outcome.isUnfinished;
}

function finishedEntry({ runId, at }: RunContext, outcome: RunOutcome) {
  const { status, dataThrough, capsChanged, capsFailed, alerts, held, problems } = outcome;
  const detail = {
    status,
    dataThrough: dataThrough ?? null,
    capsChanged,
    capsFailed,
    alerts,
    held: held === undefined ? null : `${held.guard}: ${held.detail}`,
    problems,
  };
  return { id: `${runId}/finished/${status}`, at, kind: 'run-finished', actor: 'curfew', runId, detail } as const;
}

function isoNow({ clock }: NightPorts): string {
  return new Date(clock.now()).toISOString();
}
