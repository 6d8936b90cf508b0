import { holdForLostLease } from '../../../enforcement/guards.ts';
import type { JournalEntry } from '../../../journal/journal-entry.ts';
import { dayOf } from '../../time/day.ts';
import { findingsToKeep } from '../finding.ts';
import type { Lease } from '../lease.ts';
import { failedOutcome, heldOutcome, problemsToReport } from '../outcome.ts';
import { HistoryConflictError, PlatformRefusedError, PlatformUnavailableError } from '../ports.ts';
import type { Run, RunOutcome, RunContext } from '../run.ts';
import { beginRun } from './begin-run.ts';
import {
  asOf,
  type Applied,
  type AppliedPlan,
  type ComposedMails,
  type CutShort,
  type EndedRun,
  type JobFrame,
  type JobPorts,
  type OpenRun,
  type RunOrder,
  type Verdict,
} from './job.ts';
import { leasedPorts, type LeaseKeeper, leaseKeeper, LeaseLostError, noLease, stepsRun } from './lease-keeper.ts';

interface JobRun<End> extends EndedRun {
  /** Absent where the run had nothing to do: another one holds the lease, or has done it. */
  readonly end?: End | CutShort;
}

/**
 * The frame of every run: one at a time, each recorded, none done twice, nothing written without the lease. A job's
 * `work` calls in this order: `endOf` with what it collects and plans and, by `applyPermitted`, applies; then `closeRun`.
 * It can be stopped anywhere and run again. Where a run may continue in another process, `work` begins again from its
 * first line: effects stand in steps, and what it passes on is made from the tables or from the answers of steps.
 * Expected ends are outcomes: the platform is away or refuses, a guard or another run holds the run. An error that is
 * thrown is an operating error of a store, or our own.
 */
export async function runJob<Ports extends JobPorts, End>(
  ports: Ports,
  order: RunOrder,
  job: JobFrame<Ports>,
  work: (run: OpenRun<Ports>) => Promise<JobRun<End>>,
): Promise<JobRun<End>> {
  const begun = await beginRun(ports, order, job);
  if (begun.kind === 'ended') {
    const { kind: _ended, ...ended } = begun;
    return { ...ended, outcome: { ...job.figures, ...ended.outcome } };
  }
  const { started, lease, firstMs } = begun;
  const about = {
    frame: job,
    order,
    started,
    held: lease,
    run: { runId: started.runId, at: started.at, today: dayOf(Date.parse(started.at)) },
    aheadMs: order.atMs + (order.lateMs ?? 0) - firstMs,
  };
  const run: OpenRun<Ports> = { ...about, ...underLeaseOf(ports, job, lease) };
  try {
    return await work(run);
  } finally {
    const { held } = run;
    if (job.lease !== undefined && held !== undefined) {
      const { leases } = job.lease;
      await ports.steps.run('end', async () => leases.release(held));
    }
  }
}

function underLeaseOf<Ports extends JobPorts>(
  ports: Ports,
  job: JobFrame<Ports>,
  held: Lease | undefined,
): { readonly ports: Ports; readonly lease: LeaseKeeper } {
  if (job.lease === undefined || held === undefined) {
    return { ports, lease: noLease };
  }
  const lease = leaseKeeper({ clock: ports.clock, leases: job.lease.leases }, held, job.lease.durationMs);
  return { ports: leasedPorts(ports, job.lease.needs, lease), lease };
}

/**
 * The same work, whose steps are not started or retried after the deadline of its run, for what it collects: a platform
 * that refuses every call many times must not hold a run beyond its time. Throws PlatformUnavailableError outside the
 * step, which would wait and retry.
 */
export function untilDeadline<Work extends { readonly ports: JobPorts; readonly order: RunOrder }>(work: Work): Work {
  const { clock } = work.ports;
  const steps = stepsRun(work.ports.steps, (among) => async (name, doStep) => {
    const done = await among.run(name, async () =>
      clock.now() >= work.order.stopAtMs
        ? ({ kind: 'late' } as const)
        : ({ kind: 'done', value: await doStep() } as const),
    );
    if (done.kind === 'late') {
      throw new PlatformUnavailableError('the run reached its deadline while it read; the next one reads again');
    }
    return done.value;
  });
  return { ...work, ports: { ...work.ports, steps } };
}

/** Does the work itself; what the platform or another run may do to it becomes its outcome. */
export async function endOf<End>(work: () => Promise<End>): Promise<End | CutShort> {
  try {
    return await work();
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

/** Applies of a plan what its guard lets go; nothing in a dry run. `apply` looks at the deadline itself. */
export async function applyPermitted<Permit, Done extends object>(
  { order: { dryRun = false } }: { readonly order: RunOrder },
  verdict: Verdict<Permit>,
  apply: (permit: Permit) => Promise<Done & Applied>,
): Promise<AppliedPlan<Done>> {
  if (verdict.kind === 'held') {
    const { hold, permit } = verdict;
    const applied = dryRun || permit === undefined ? undefined : await apply(permit);
    return applied?.hold === undefined
      ? { kind: 'held', hold: applied?.restHold ?? hold, ...(applied !== undefined && { applied }) }
      : { kind: 'held', hold: applied.hold };
  }
  if (dryRun) {
    return { kind: 'planned' };
  }
  const applied = await apply(verdict.permit);
  return applied.hold === undefined ? { kind: 'applied', applied } : { kind: 'held', hold: applied.hold };
}

interface Notify<End> {
  /** Raises alerts. Not called where the work was cut short. */
  readonly observe: (end: End) => Promise<void>;
  /** Composes the mails of the run, as of a moment in Unix milliseconds. Nothing is written yet. */
  readonly compose: (outcome: RunOutcome, nowMs: number) => Promise<ComposedMails>;
}

/**
 * Sends notifications, then records how the run ended: a recorded run is not repeated. Of a dry run, and where another
 * run took over, nothing is notified or recorded: the other run may be of the same event, and its mails, its entry and
 * its record are those of the event.
 */
export async function closeRun<Ports extends JobPorts, End extends AppliedPlan<object>>(
  run: OpenRun<Ports>,
  end: End | CutShort,
  outcome: (end: End) => RunOutcome | Promise<RunOutcome>,
  notify?: Notify<End>,
): Promise<JobRun<End>> {
  const { frame, order, started } = run;
  if (order.dryRun === true || hasLostLease(end) || frame.record === undefined) {
    return { run: started, outcome: await wholeOutcome(run, end, outcome), end };
  }
  try {
    return { ...(await recordClosed(run, end, outcome, notify)), end };
  } catch (error) {
    // A record that is finished meanwhile is that of the run which took over.
    if (error instanceof LeaseLostError || error instanceof HistoryConflictError) {
      return { run: started, outcome: { ...frame.figures, ...heldOutcome(holdForLostLease()) }, end };
    }
    throw error;
  }
}

async function recordClosed<Ports extends JobPorts, End extends AppliedPlan<object>>(
  run: OpenRun<Ports>,
  end: End | CutShort,
  outcomeOf: (end: End) => RunOutcome | Promise<RunOutcome>,
  notify: Notify<End> | undefined,
): Promise<{ readonly run: Run; readonly outcome: RunOutcome }> {
  const { clock, steps } = run.ports;
  let composed: { readonly outcome: RunOutcome; readonly mails: ComposedMails | undefined } | undefined;
  async function compose(nowMs: number) {
    const outcome = await wholeOutcome(run, end, outcomeOf);
    composed = { outcome, mails: await notify?.compose(outcome, nowMs) };
    return composed;
  }

  if (notify !== undefined && end.kind !== 'cut-short') {
    await steps.run('observe', async () => notify.observe(end));
  }
  const counted =
    notify === undefined
      ? undefined
      : // Counted before any is written: a run that continues after some were written finds their notices pending no more.
        await steps.run('mails', async () => {
          const nowMs = Date.parse(asOf(run));
          const { count = 0, problem } = (await compose(nowMs)).mails ?? {};
          return { nowMs, alerts: count, problems: problem === undefined ? [] : [problem] };
        });
  return steps.run('close', async () => {
    const ended = composed ?? (await compose(counted?.nowMs ?? 0));
    const { alerts = ended.outcome.alerts, problems = [] } = counted ?? {};
    const outcome = { ...ended.outcome, alerts, problems: [...ended.outcome.problems, ...problems] };
    await ended.mails?.write(outcome);
    const closed = { ...run.started, finishedAt: new Date(clock.now()).toISOString(), outcome };
    const { record } = run.frame;
    await record?.journal?.append([finishedEntry(run.run, outcome)]);
    await recordEnd(run, closed);
    return { run: closed, outcome };
  });
}

async function recordEnd<Ports>(run: OpenRun<Ports>, closed: Run): Promise<void> {
  const runs = run.frame.record?.runs;
  if (run.held !== undefined && (await runs?.end(closed, run.held)) === true) {
    run.held = undefined;
    return;
  }
  await runs?.put(closed);
}

function finishedEntry({ runId, at }: RunContext, outcome: RunOutcome): JournalEntry {
  const { isUnfinished: _open, held, dataThrough, findings, findingsMore = 0, ...facts } = outcome;
  const detail = {
    ...facts,
    ...(findings !== undefined && { findings: findings.length + findingsMore }),
    dataThrough: dataThrough ?? null,
    held: held === undefined ? null : `${held.guard}: ${held.detail}`,
  };
  return { id: `${runId}/finished/${outcome.status}`, at, kind: 'run-finished', actor: 'curfew', runId, detail };
}

async function wholeOutcome<End extends AppliedPlan<object>>(
  { frame }: OpenRun<unknown>,
  end: End | CutShort,
  outcomeOf: (end: End) => RunOutcome | Promise<RunOutcome>,
): Promise<RunOutcome> {
  const outcome = end.kind === 'cut-short' ? end.outcome : await outcomeOf(end);
  return { ...frame.figures, ...outcome, ...findingsToKeep(outcome), problems: problemsToReport(outcome.problems) };
}

function hasLostLease(end: AppliedPlan<object> | CutShort): boolean {
  return end.kind === 'cut-short'
    ? end.outcome.held?.guard === 'another-run'
    : end.kind !== 'planned' && end.applied?.isLeaseLost === true;
}
