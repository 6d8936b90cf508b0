import { holdForAnotherRun } from '../../../enforcement/guards.ts';
import { leaseDurationMaxMs, type Lease, type LeaseClaim } from '../lease.ts';
import { heldOutcome, leftNothingToDo } from '../outcome.ts';
import { HistoryConflictError, RunAheadError, type Clock } from '../ports.ts';
import { aheadOfClock } from '../run-id.ts';
import type { Run } from '../run.ts';
import type { EndedRun, JobFrame, JobPorts, RunOrder } from './job.ts';

/**
 * `begun`: the run holds the lease, where the job has one, and first tried to begin at `firstMs`, in Unix milliseconds.
 * `ended`: there is nothing to do for it.
 */
type Begun =
  | { readonly kind: 'begun'; readonly started: Run; readonly lease?: Lease; readonly firstMs: number }
  | ({ readonly kind: 'ended' } & EndedRun);

/** The first waits are short, for another run seldom has more than a minute left; a long one may have hours. */
const shortWaitsMax = 20;
const laterWaitFactor = 4;

const recentRunsMax = 50;

/** Looks whether there is anything to do, takes the lease, and records that the run has started. Raises RunAheadError. */
export async function beginRun({ clock, steps }: JobPorts, order: RunOrder, job: JobFrame<unknown>): Promise<Begun> {
  const { lease, record } = job;
  const firstMs = clock.now();
  // A dry run marks nothing that a later run could meet.
  const ahead = order.dryRun === true ? undefined : aheadOfClock(order.atMs, firstMs);
  if (ahead !== undefined) {
    throw new RunAheadError(`No run of ${job.name} was begun: ${ahead}`);
  }
  if (lease === undefined && record === undefined) {
    return { kind: 'begun', started: startedRun(job, order, firstMs, firstMs), firstMs };
  }
  // The owner is chosen before the lease is taken: a beginning that is done again has the lease already.
  const first = await steps.run('owner', async () => ({ owner: lease?.ids.next() ?? '', nowMs: clock.now() }));
  const { waitMs = 0 } = lease?.patience ?? {};
  let { patienceMs = 0 } = lease?.patience ?? {};
  let waitedMs = 0;
  for (let tries = 1; ; tries += 1) {
    const name = tries === 1 ? 'begin' : `begin ${tries}`;
    const tried = await steps.run(name, async () => tryToBegin(job, order, { ...first, clock }));
    if (tried.kind !== 'busy') {
      return tried;
    }
    if (tried.isRepaired && lease?.patience?.isForRepairs) {
      // Its holder is unknown: after the longest lease it is free, and the work need not be put off.
      patienceMs = Math.max(patienceMs, waitedMs + leaseDurationMaxMs + waitMs);
    }
    if (waitedMs >= patienceMs) {
      const hold = holdForAnotherRun(lease?.doing ?? job.name, tried.untilMs);
      return { kind: 'ended', run: tried.run, outcome: heldOutcome(hold) };
    }
    const nextWaitMs = tries <= shortWaitsMax ? waitMs : waitMs * laterWaitFactor;
    await steps.wait(`until the other run is done ${tries}`, nextWaitMs);
    waitedMs += nextWaitMs;
  }
}

async function tryToBegin(
  job: JobFrame<unknown>,
  order: RunOrder,
  { owner, nowMs: firstMs, clock }: { readonly owner: string; readonly nowMs: number; readonly clock: Clock },
): Promise<Begun | { readonly kind: 'busy'; readonly run: Run; readonly untilMs: number; readonly isRepaired?: true }> {
  const { lease } = job;
  const nowMs = clock.now();
  const started = startedRun(job, order, nowMs, firstMs);
  const claim = { owner, nowMs, durationMs: lease?.durationMs ?? 0 };
  const taken = await beginAtOnce(job, order, started, claim);
  if (taken !== undefined) {
    return { kind: 'begun', started, firstMs, lease: taken };
  }
  const earlier = await findFinished(job, order);
  if (earlier !== undefined) {
    return { kind: 'ended', ...earlier };
  }
  const acquired = await lease?.leases.acquire(lease.name, claim);
  if (acquired?.kind === 'held') {
    const { untilMs, isRepaired } = acquired;
    return { kind: 'busy', run: started, untilMs, ...(isRepaired && { isRepaired }) };
  }
  // The other run may have finished the work between the first look and the lease, or between that and the record.
  const meanwhile =
    (acquired === undefined ? undefined : await findFinished(job, order)) ??
    (order.dryRun === true ? undefined : await recordStart(job, order, started));
  if (meanwhile !== undefined) {
    await (acquired && lease?.leases.release(acquired.lease));
    return { kind: 'ended', ...meanwhile };
  }
  return { kind: 'begun', started, firstMs, lease: acquired?.lease };
}

/** Usually a run begins with a single write. */
async function beginAtOnce(
  { lease, record }: JobFrame<unknown>,
  { dryRun }: RunOrder,
  started: Run,
  claim: Omit<LeaseClaim, 'name'>,
): Promise<Lease | undefined> {
  // What other runs have finished is known for certain only once the lease is held.
  return lease === undefined || record === undefined || record.isFinishedBy !== undefined || dryRun === true
    ? undefined
    : record.runs.begin(started, { name: lease.name, ...claim });
}

/** Records the run's start; returns a finished run of the same id instead, if there is one. */
async function recordStart(job: JobFrame<unknown>, order: RunOrder, started: Run): Promise<EndedRun | undefined> {
  try {
    await job.record?.runs.put(started);
    return undefined;
  } catch (error) {
    const finished = error instanceof HistoryConflictError ? await findFinished(job, order) : undefined;
    if (finished === undefined) {
      throw error;
    }
    return finished;
  }
}

function startedRun(
  { name: job }: JobFrame<unknown>,
  { runId, atMs, isAsOfBeginning = false }: RunOrder,
  nowMs: number,
  firstMs: number,
): Run {
  const waitedMs = isAsOfBeginning ? Math.max(0, nowMs - firstMs) : 0;
  return { runId, job, at: isoOf(atMs + waitedMs), startedAt: isoOf(nowMs) };
}

/**
 * A run of the same id that left nothing to do, or another one that the job takes for as good. An event that is
 * delivered again after a failure is a new try.
 */
async function findFinished({ name, record }: JobFrame<unknown>, { runId }: RunOrder): Promise<EndedRun | undefined> {
  const same = await record?.runs.find(runId);
  const candidates = [
    ...(same === undefined ? [] : [same]),
    ...(record?.isFinishedBy === undefined || leftNothingToDo(same?.outcome)
      ? []
      : (await record.runs.list(name, recentRunsMax)).filter(record.isFinishedBy)),
  ];
  const run = candidates.find(({ outcome }) => leftNothingToDo(outcome));
  return run?.outcome === undefined ? undefined : { run, outcome: run.outcome, isRepeat: true };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
