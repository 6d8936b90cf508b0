import type { CapPlan } from '../../caps/cap-plan.ts';
import { enforcementOutcome } from '../../kernel/runs/outcome.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../kernel/runs/ports.ts';
import { enforceJob, isNightlyRun } from '../../kernel/runs/run-id.ts';
import type { EnforcementOutcome, Hold, Run } from '../../kernel/runs/run.ts';
import type { EndedRun } from '../../kernel/runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob, untilDeadline } from '../../kernel/runs/use-cases/run-job.ts';
import { dayOf, type Day } from '../../kernel/time/day.ts';
import type { RowOutcome } from '../../limits/limit-record.ts';
import { routeTo } from '../../notifications/routing.ts';
import { deliverWaiting } from '../../notifications/use-cases/deliver-waiting.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import { platformWindowFrom, type EnforcementSettings } from '../enforcement-settings.ts';
import { guardOrder } from '../guards.ts';
import { apply } from './apply-plan.ts';
import { compose, observe, outcome } from './close-run.ts';
import { readPlatform, readSkew, type Reading } from './collect/read-platform.ts';
import { limitsLease, type EnforcementOrder, type EnforcementPorts, type EnforcementWork } from './enforcement-work.ts';
import { guard } from './guard-plan.ts';
import { createRunCache } from './run-cache.ts';
import { sendOwed } from './send-plan.ts';

export interface EnforcementRun extends EndedRun {
  readonly outcome: EnforcementOutcome;
  /** Absent when the run ended before it could decide anything, or had nothing to do. */
  readonly plan?: CapPlan;
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
  /** A guard held the rest, and what was to be sent all the same is not done yet. */
  readonly isPartOpen?: boolean;
}

/** A run that sets limits: reads roster and usage, plans every cap, asks the guards, sends the limits, notifies. */
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
  const { end, ...ended } = await runJob(ports, asked, frameOf(ports, order), async (job) => {
    const work = { ...job, settings, order };
    const made = await endOf(async () => {
      const reading = await collect(untilDeadline(work));
      const cache = createRunCache(work, reading.clock?.skewMs);
      const verdict = await guard(work, cache, reading);
      const applied = await applyPermitted(job, verdict, async (permit) => apply(work, cache, permit));
      return { collected: reading, plan: cache, ...applied };
    });
    return closeRun(job, made, async (own) => outcome(job.run.runId, own), {
      observe: async (own) => observe(work, own),
      compose: async (ofRun, nowMs) => compose(work, made, ofRun, nowMs),
    });
  });
  const { run, outcome: ofRun } = ended;
  if (run.runId !== runId && !order.dryRun) {
    const standIns = async () => routeTo([], await readRouting(ports.recipients, settings));
    const waiting = { rules: settings.alerts, nowMs: atMs + lateMs, lease: limitsLease };
    await ports.steps.run('waiting', async () => deliverWaiting(ports, context, waiting, standIns));
  }
  const made = end === undefined || end.kind === 'cut-short' ? undefined : end.plan.planMade();
  const sent = end !== undefined && 'applied' in end ? end.applied : undefined;
  const outcomes = sent?.failed ?? new Map<string, RowOutcome>();
  return {
    ...ended,
    outcome: enforcementOutcome(ofRun),
    outcomes,
    isPartOpen: sent?.stopped !== undefined || [...outcomes.values()].some(({ kind }) => kind === 'unknown'),
    plan: made,
  };
}

const nothingRead: Reading = { isDoubtful: false, problems: [] };

/** Reads the platform into the tables. Only the nightly run does; the others plan from the tables alone. */
export async function collect(work: EnforcementWork): Promise<Reading> {
  const { ports, order, run } = work;
  const { hold } = await ports.steps.run('order', async (): Promise<{ readonly hold?: Hold }> => {
    const newer = guardOrder(run.at, await ports.runs.latestApplied(enforceJob), ports.clock.now());
    return newer === undefined ? {} : { hold: newer };
  });
  if (hold !== undefined) {
    return { ...nothingRead, hold };
  }
  const isNight = order.apply === undefined && order.kind === undefined;
  const reading = isNight ? await readOrSendOwed(work) : nothingRead;
  // Once something was read, its answers tell.
  return { ...reading, clock: await readSkew(work) };
}

/** Reads the platform. Where that fails, what strict pools need is sent all the same: it needs no new figures. */
async function readOrSendOwed(work: EnforcementWork): Promise<Reading> {
  try {
    return await readPlatform(work);
  } catch (error) {
    if (!work.order.dryRun && (error instanceof PlatformUnavailableError || error instanceof PlatformRefusedError)) {
      await sendOwed(work);
    }
    throw error;
  }
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

function isFirstDay(today: Day, settings: EnforcementSettings): boolean {
  return platformWindowFrom(settings, today) === today;
}

/** How long a run for edits waits for another run; after that the edits are delivered again. */
const editPatienceMs = 5 * 60_000;

function frameOf({ leases, ids, runs, journal }: EnforcementPorts, order: EnforcementOrder) {
  const day = dayOf(order.atMs);
  const isNightOfDay = ({ at, runId }: Run) => at.startsWith(day) && isNightlyRun(runId);
  const { patienceMs = order.kind === 'edit' ? editPatienceMs : 0 } = order;
  const isScheduled = order.kind !== 'edit' && order.apply === undefined;
  return {
    name: enforceJob,
    lease: { leases, ids, ...limitsLease, patience: { patienceMs, waitMs: 15_000, isForRepairs: isScheduled } },
    record: { runs, journal, ...(order.onlyIfUnfinished && { isFinishedBy: isNightOfDay }) },
    figures: { capsChanged: 0, capsFailed: 0 },
  };
}
