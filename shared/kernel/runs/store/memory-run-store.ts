import { isSameStored, storedCopy } from '../../contract/stored-copy.ts';
import { invariant } from '../../invariant.ts';
import { systemClock } from '../../runtime/system-clock.ts';
import { compareText, sortedBy } from '../../texts/compare-text.ts';
import { decideLease, isLeaseFree, takeGivenBack, type Lease, type Tampering } from '../lease.ts';
import { leftNothingToDo } from '../outcome.ts';
import { HistoryConflictError, type Clock, type RunStore, type LeaseStore } from '../ports.ts';
import { isBeforeNow, jobOfMark, judgeProgress, knownRuns, markOf, readProgress } from '../progress.ts';
import type { Run } from '../run.ts';

/** `dynamoRunStore` in memory. */
export function memoryRunStore(rows: MemoryOrderRows = new Map(), clock: Clock = systemClock): RunStore {
  const runs = new Map<string, Run>();

  function ofJob(job: string): readonly Run[] {
    return [...runs.values()].filter((run) => run.job === job).toSorted(newestFirst);
  }

  function isFinishedOtherwise({ runId, outcome }: Run): boolean {
    const stored = runs.get(runId)?.outcome;
    return leftNothingToDo(stored) && !isSameStored(stored, outcome);
  }

  const { find, move } = memoryMarks(rows, { clock, ofJob });

  return {
    async find(runId) {
      return storedCopy(runs.get(runId));
    },
    async put(run) {
      if (isFinishedOtherwise(run)) {
        throw new HistoryConflictError(`the record of the run ${run.runId} is finished, and says something else`);
      }
      runs.set(run.runId, storedCopy(run));
    },
    async begin(run, claim) {
      const lease = isFinishedOtherwise(run) ? undefined : takeGivenBack(rows.get(claim.name), claim);
      if (lease !== undefined) {
        putRow(rows, { ...lease });
        runs.set(run.runId, storedCopy(run));
      }
      return lease;
    },
    async end(run, lease) {
      const isOwn = !isFinishedOtherwise(run) && isHolder(rows, lease);
      if (isOwn) {
        putRow(rows, { ...lease, expiresAtMs: 0 });
        runs.set(run.runId, storedCopy(run));
      }
      return isOwn;
    },
    list: async (job, countMax) => storedCopy(ofJob(job).slice(0, countMax)),
    latestApplied: async (job) => find(markOf('applied', job)),
    markApplied: async (job, at) => move(markOf('applied', job), at),
    latestSent: async (job) => find(markOf('sent', job)),
    async markSent(job, at) {
      move(markOf('sent', job), at);
    },
    async moveBack(job, { after, to }) {
      for (const name of [markOf('applied', job), markOf('sent', job)]) {
        const atMs = rows.get(name)?.['atMs'];
        if (typeof atMs === 'number' && atMs > Date.parse(after)) {
          putRow(rows, { name, at: to, atMs: Date.parse(to) });
        }
      }
    },
  };
}

function memoryMarks(
  rows: MemoryOrderRows,
  { clock, ofJob }: { readonly clock: Clock; readonly ofJob: (job: string) => readonly Run[] },
) {
  function find(name: string): string | undefined {
    const stored = rows.get(name);
    const said = stored === undefined ? undefined : readProgress(stored);
    if (stored === undefined || isBeforeNow(said, clock.now())) {
      return said?.at;
    }
    const { progress, tampering } = judgeProgress(name, stored, knownRuns(ofJob(jobOfMark(name)), clock.now()));
    if (tampering !== undefined) {
      putRow(rows, { name, ...progress }, tampering);
    }
    return progress.at;
  }

  function move(name: string, at: string): boolean {
    const [atMs, latestMs] = [Date.parse(at), rows.get(name)?.['atMs']];
    invariant(!Number.isNaN(atMs), 'the moment of a mark is an instant');
    if (latestMs !== undefined && !(typeof latestMs === 'number' && latestMs <= atMs)) {
      return false;
    }
    putRow(rows, { name, at, atMs });
    return true;
  }

  return { find, move };
}

function newestFirst(a: Run, b: Run): number {
  return Date.parse(b.at) - Date.parse(a.at) || compareText(b.runId, a.runId);
}

/** Rows that order runs, with the anomalies found in them; any writer is possible. */
type MemoryOrderRows = Map<string, Readonly<Record<string, unknown>>>;

function isHolder(rows: MemoryOrderRows, { name, owner, fence }: Lease): boolean {
  const stored = rows.get(name);
  return stored?.['owner'] === owner && stored['fence'] === fence;
}

/** `dynamoLeaseStore` in memory. */
export function memoryLeaseStore(rows: MemoryOrderRows = new Map()): LeaseStore {
  return {
    async acquire(name, claim) {
      const decision = decideLease(rows.get(name), { name, ...claim });
      const put = decision.kind === 'acquired' ? decision.lease : decision.repaired;
      if (put !== undefined) {
        putRow(rows, put, decision.tampering);
      }
      return decision.kind === 'acquired'
        ? { kind: 'acquired', lease: decision.lease }
        : { kind: 'held', untilMs: decision.untilMs, isRepaired: put === undefined ? undefined : true };
    },
    async renew(lease, { nowMs, durationMs }) {
      if (!isHolder(rows, lease)) {
        return undefined;
      }
      const renewed = { ...storedCopy(lease), expiresAtMs: nowMs + durationMs };
      putRow(rows, renewed);
      return renewed;
    },
    async release(lease) {
      if (isHolder(rows, lease)) {
        // The fence stays, so that the next owner gets a higher one.
        putRow(rows, { ...lease, expiresAtMs: 0 });
      }
    },
    isFree: async (name, nowMs) => isLeaseFree(rows.get(name), { name, nowMs }),
    async tampered() {
      const found = [...rows.values()].flatMap(({ tampering }) =>
        tampering === undefined ? [] : [tampering as Tampering],
      );
      return sortedBy(found, ({ name }) => name);
    },
  };
}

function putRow(
  rows: MemoryOrderRows,
  row: Lease | Readonly<Record<string, unknown> & { name: string }>,
  found?: Tampering,
): void {
  const tampering = found ?? rows.get(row.name)?.['tampering'];
  rows.set(row.name, { ...storedCopy(row), ...(tampering !== undefined && { tampering }) });
}
