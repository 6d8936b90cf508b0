import type { CapPlanInput } from '../domain/caps/cap-plan-input.ts';
import { changesOf, planCaps, type CapPlan } from '../domain/caps/cap-plan.ts';
import { recordsWithStops } from '../domain/caps/stopped-days.ts';
import { guardOrder, holdForAnotherRun, holdForTakeover } from '../domain/runs/guards.ts';
import { failedOutcome, heldOutcome, outcomeOf } from '../domain/runs/outcome.ts';
import type { Hold, Run, RunOutcome } from '../domain/runs/run.ts';
import { emailKey } from '../domain/roster/email.ts';
import { suspectDaysToTell } from '../domain/runs/notice.ts';
import { dayOf } from '../domain/time/day.ts';
import { alertNight, type AlertPorts } from './alert-night.ts';
import { applyCaps, type Applied, type ApplyPorts } from './apply-caps.ts';
import { collectDailyUse } from './collect-daily-use.ts';
import { collectNight, type Collected, type CollectPorts } from './collect-night.ts';
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
  /** How much later than that the run really began; 0 where the moment is as good as now. */
  readonly lateMs?: number;
  /** Stops after the plan. What the platform reported is kept, no cap is changed, nobody is told. */
  readonly dryRun: boolean;
  /** Does nothing when an earlier run has finished the night already. */
  readonly onlyIfUnfinished: boolean;
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
    const startedMs = ports.clock.now();
    return await runNight({ ports: holdingLease(ports, keeper), settings, order, context, started, startedMs, keeper });
  } finally {
    await ports.leases.release(acquired.lease);
  }
}

interface NightWork {
  /** Wall-clock Unix milliseconds. */
  readonly startedMs: number;
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
  const collected = await collectNight(ports, settings, context);
  const { days, usage, through } = collected;
  if (collected.hold !== undefined) {
    await alertOfHold(work, collected, collected.hold);
    return { outcome: heldOutcome(collected.hold, through), days, usage, outcomes: new Map() };
  }

  const ground = await groundOf(work, collected);
  const plan = planCaps(ground);
  const hold = order.dryRun ? undefined : await holdIfOvertaken(work);
  if (hold !== undefined) {
    return { outcome: heldOutcome(hold, through), days, usage, plan, outcomes: new Map() };
  }
  const applied = order.dryRun ? notApplied(ground) : await applyPlan(work, ground, plan);
  const { problems, isDoubtful } = collected;
  const outcome = outcomeOf({ runId: context.runId, dataThrough: through, applied, problems, isDoubtful });
  if (!order.dryRun && !applied.isOvertaken) {
    const caps = { kind: 'decided', uncappable: plan.uncappable, records: applied.records.values() } as const;
    await alertNight(ports, context, { collected, caps, decided: { plan, use: ground.pools.use }, settings });
  }
  return { outcome, days, usage, plan, outcomes: applied.outcomes };
}

/** Everything that the plan is made from. */
async function groundOf(work: NightWork, collected: Collected): Promise<CapPlanInput> {
  const { ports, settings, order, context } = work;
  const { users, usage, through } = collected;
  const use = await collectDailyUse(ports.ledger, { users, windows: usage.windows, through });
  const { reserveShare, ...assumptions } = settings.pools;
  const platformWindow = { anchorDay: settings.platformWindowAnchorDay };
  return {
    ...collected,
    day: context.today,
    dataThrough: through,
    limits: await ports.limits.list(),
    teamOf: new Map(),
    pools: { use, nowMs: order.atMs, platformWindow, assumptions, reserveShare },
    unlimitedCredits: settings.unlimitedCredits,
  };
}

function notApplied({ limits }: CapPlanInput): Applied {
  const records = new Map(limits.map((record) => [record.userId, record]));
  return { records, outcomes: new Map(), isOvertaken: false };
}

/**
 * Sends a plan: first what takes, then what gives. Where lowered limits set credits free at once, the pools are divided
 * again with the limits as they are then.
 */
async function applyPlan(work: NightWork, ground: CapPlanInput, plan: CapPlan): Promise<Applied> {
  const first = await applyOnce(work, ground, plan);
  if (!plan.shares.setsFreeAtOnce || first.isOvertaken || first.stopped !== undefined) {
    return first;
  }
  const again = { ...ground, limits: [...first.records.values()] };
  const second = await applyOnce(work, again, planCaps(again));
  return { ...second, outcomes: new Map([...first.outcomes, ...second.outcomes]) };
}

async function applyOnce(work: NightWork, ground: CapPlanInput, plan: CapPlan): Promise<Applied> {
  const { ports, settings, order, context, keeper, startedMs } = work;
  return applyCaps(ports, context, {
    changes: changesOf(plan),
    records: recordsWithStops(ground),
    keeper,
    unlimitedCredits: settings.unlimitedCredits,
    ...(plan.shares.division !== undefined && { division: plan.shares.division }),
    asOf: () => new Date(order.atMs + (order.lateMs ?? 0) + ports.clock.now() - startedMs).toISOString(),
    stopAtMs: order.stopAtMs,
  });
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
  return recent.find((run) => run.at.startsWith(context.today) && leftNothingToDo(run.outcome));
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
