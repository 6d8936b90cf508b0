import { holdForLostLease } from '../../../enforcement/guards.ts';
import type { JournalEntry } from '../../../journal/journal-entry.ts';
import { dayOf } from '../../time/day.ts';
import { findingsToKeep } from '../finding.ts';
import type { Lease } from '../lease.ts';
import { failedOutcome, heldOutcome, problemsToReport } from '../outcome.ts';
import type { Run, RunOutcome } from '../run.ts';
import { beginRun, type Began } from './begin-run.ts';
import type { ComposedMails, EndedRun, Job, JobEnd, JobPorts, JobRecord, JobWork, RunOrder } from './job.ts';
import { leaseKeeper, LeaseLostError, noLease } from './lease-keeper.ts';
import { leasedPorts } from './leased-ports.ts';
import { HistoryConflictError, PlatformRefusedError, PlatformUnavailableError } from './ports.ts';
import type { RunContext } from './run-context.ts';
import { deadlineSteps } from './steps.ts';

/** One run with its outcome. */
interface JobRun<Collected, Plan, Done> extends EndedRun {
  /** Absent where the run had nothing to do: another one holds the lease, or has done it. */
  readonly end?: JobEnd<Collected, Plan, Done>;
}

/**
 * The frame of every job: one run at a time, each recorded, none done twice, nothing written without the lease. It can
 * be stopped anywhere and run again. Expected ends are outcomes: the platform is away or refuses, a guard or another
 * run holds the run. An error that is thrown is an operating error of a store, or our own.
 */
export async function runJob<Ports extends JobPorts, Collected, Plan, Permit, Done>(
  ports: Ports,
  order: RunOrder,
  job: Job<Ports, Collected, Plan, Permit, Done>,
): Promise<JobRun<Collected, Plan, Done>> {
  const begun = await beginRun(ports, order, job);
  if (begun.kind === 'ended') {
    const { kind: _ended, ...ended } = begun;
    return { ...ended, outcome: { ...job.figures, ...ended.outcome } };
  }
  const held: Held = { lease: begun.lease };
  try {
    return await finishRun(workOf(ports, begun, { order, job }), { started: begun.started, held }, { order, job });
  } finally {
    const { lease } = held;
    if (job.lease !== undefined && lease !== undefined) {
      const { leases } = job.lease;
      await ports.steps.run('end', async () => leases.release(lease));
    }
  }
}

/** The lease, until it is given back: mostly by the write that records how the run ended. */
interface Held {
  lease: Lease | undefined;
}

interface Started {
  readonly started: Run;
  readonly held: Held;
}

interface Terms<Ports extends JobPorts, Collected, Plan, Permit, Done> {
  readonly order: RunOrder;
  readonly job: Job<Ports, Collected, Plan, Permit, Done>;
}

function workOf<Ports extends JobPorts, C, P, V, D>(
  ports: Ports,
  { started, lease, firstMs }: Began,
  { order, job }: Terms<Ports, C, P, V, D>,
): JobWork<Ports> {
  const { runId, at } = started;
  const fromMs = order.atMs + (order.lateMs ?? 0) - firstMs;
  const about = {
    run: { runId, at, today: dayOf(Date.parse(at)) },
    asOf: () => new Date(fromMs + ports.clock.now()).toISOString(),
  };
  if (job.lease === undefined || lease === undefined) {
    return { ...about, ports, lease: noLease };
  }
  const keeper = leaseKeeper({ clock: ports.clock, leases: job.lease.leases }, lease, job.lease.durationMs);
  return { ...about, ports: leasedPorts(ports, job.lease.needs, keeper), lease: keeper };
}

async function finishRun<Ports extends JobPorts, C, P, V, D>(
  work: JobWork<Ports>,
  { started, held }: Started,
  { order, job }: Terms<Ports, C, P, V, D>,
): Promise<JobRun<C, P, D>> {
  const end = await workOn(work, { order, job });
  if (order.dryRun === true || hasLostLease(end) || job.record === undefined) {
    // The other run may be of the same event: its mails, its entry and its record are those of the event.
    return { run: started, outcome: await outcomeOf(work, job, end), end };
  }
  try {
    return { ...(await closeRun(work, { started, held }, { job, end })), end };
  } catch (error) {
    // A record that is finished meanwhile is that of the run which took over.
    if (error instanceof LeaseLostError || error instanceof HistoryConflictError) {
      return { run: started, outcome: { ...job.figures, ...heldOutcome(holdForLostLease()) }, end };
    }
    throw error;
  }
}

/** Sends notifications, then records how the run ended: a recorded run is not repeated. */
async function closeRun<Ports extends JobPorts, C, P, V, D>(
  work: JobWork<Ports>,
  { started, held }: Started,
  { job, end }: { readonly job: Job<Ports, C, P, V, D>; readonly end: JobEnd<C, P, D> },
): Promise<{ readonly run: Run; readonly outcome: RunOutcome }> {
  const { clock, steps } = work.ports;
  const { notify, record } = job;
  let composed: { readonly outcome: RunOutcome; readonly mails: ComposedMails | undefined } | undefined;
  async function compose(nowMs: number) {
    const outcome = await outcomeOf(work, job, end);
    composed = { outcome, mails: await notify?.compose(work, { end, outcome, nowMs }) };
    return composed;
  }

  if (notify !== undefined && end.kind !== 'cut-short') {
    await steps.run('observe', async () => notify.observe(work, end));
  }
  const counted =
    notify === undefined
      ? undefined
      : // Counted before any is written: a run that continues after some were written finds their notices pending no more.
        await steps.run('mails', async () => {
          const nowMs = Date.parse(work.asOf());
          const { count = 0, problem } = (await compose(nowMs)).mails ?? {};
          return { nowMs, alerts: count, problems: problem === undefined ? [] : [problem] };
        });
  return steps.run('close', async () => {
    const ended = composed ?? (await compose(counted?.nowMs ?? 0));
    const { alerts = ended.outcome.alerts, problems = [] } = counted ?? {};
    const outcome = { ...ended.outcome, alerts, problems: [...ended.outcome.problems, ...problems] };
    await ended.mails?.write();
    await job.close?.(work, outcome);
    const run = { ...started, finishedAt: new Date(clock.now()).toISOString(), outcome };
    await record?.journal?.append([finishedEntry(work.run, outcome)]);
    if (record !== undefined) {
      await recordEnd(record, run, held);
    }
    return { run, outcome };
  });
}

async function recordEnd({ runs }: JobRecord, run: Run, held: Held): Promise<void> {
  if (held.lease !== undefined && (await runs.end(run, held.lease))) {
    held.lease = undefined;
    return;
  }
  await runs.put(run);
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

/** The work itself; what the platform or another run may do to it becomes its outcome. */
async function workOn<Ports extends JobPorts, C, P, V, D>(
  work: JobWork<Ports>,
  { order, job }: Terms<Ports, C, P, V, D>,
): Promise<JobEnd<C, P, D>> {
  try {
    const { clock, steps } = work.ports;
    const timed = deadlineSteps(steps, () => clock.now() >= order.stopAtMs);
    const collected = await job.collect({ ...work, ports: { ...work.ports, steps: timed } });
    const plan = await job.plan(work, collected);
    const verdict = await job.guard(work, plan, collected);
    const ended = { collected, plan };
    if (verdict.kind === 'held') {
      const { hold, permit } = verdict;
      const applied = order.dryRun === true || permit === undefined ? undefined : await job.apply(work, plan, permit);
      return applied?.hold === undefined
        ? { ...ended, kind: 'held', hold: applied?.restHold ?? hold, ...(applied !== undefined && { applied }) }
        : { ...ended, kind: 'held', hold: applied.hold };
    }
    if (order.dryRun === true) {
      return { ...ended, kind: 'planned' };
    }
    const applied = await job.apply(work, plan, verdict.permit);
    return applied.hold === undefined
      ? { ...ended, kind: 'applied', applied }
      : { ...ended, kind: 'held', hold: applied.hold };
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

async function outcomeOf<Ports extends JobPorts, C, P, V, D>(
  work: JobWork<Ports>,
  job: Job<Ports, C, P, V, D>,
  end: JobEnd<C, P, D>,
): Promise<RunOutcome> {
  const outcome = end.kind === 'cut-short' ? end.outcome : await job.outcome(work, end);
  return { ...job.figures, ...outcome, ...findingsToKeep(outcome), problems: problemsToReport(outcome.problems) };
}

function hasLostLease(end: JobEnd<unknown, unknown, unknown>): boolean {
  return end.kind === 'cut-short'
    ? end.outcome.held?.guard === 'another-run'
    : end.kind !== 'planned' && end.applied?.isLeaseLost === true;
}
