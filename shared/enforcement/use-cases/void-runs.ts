import { leftNothingToDo } from '../../kernel/runs/outcome.ts';
import type { Clock, Ids, Journal, LeaseStore, RunStore } from '../../kernel/runs/ports.ts';
import { enforceJob, rosterJob } from '../../kernel/runs/run-id.ts';
import { underLease } from '../../kernel/runs/use-cases/lease-keeper.ts';
import { addDays, dayOf, type Day } from '../../kernel/time/day.ts';
import type { LedgerStore } from '../ports.ts';

interface VoidPorts {
  readonly runs: RunStore;
  readonly journal: Journal;
  readonly leases: LeaseStore;
  readonly ledger: LedgerStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

interface VoidOrder {
  /** The moment until which runs are held, as the caller saw it; ISO. */
  readonly until: string;
  readonly by: string;
  /** ISO instant of the declaration. */
  readonly at: string;
  readonly reason: string;
}

/**
 * `void`: runs go on; `back` is the moment as of which limits count as sent last, and `runIds` are the runs that count no
 * more. `not-held`: no run is ahead of the clock. `another`: runs are held until another moment. `behind`: the ledger knows
 * a day that is not over by the clock, so that the clock is wrong and not the runs. `busy`: a run is at work.
 */
export type VoidOutcome =
  | { readonly kind: 'void'; readonly back: string; readonly runIds: readonly string[] }
  | { readonly kind: 'not-held' }
  | { readonly kind: 'another'; readonly until: string }
  | { readonly kind: 'behind'; readonly day: Day }
  | { readonly kind: 'busy'; readonly untilMs: number };

const leaseMs = 60_000;
/** Several weeks of hourly runs. */
const runsMax = 1_000;
const runsNamedMax = 50;
/** Without known earlier runs the guards act as after a long pause. */
const longAgo = new Date(0).toISOString();

/**
 * Declares void what runs said by a clock that was ahead: runs are no longer held until that moment, and go on from the
 * last one of the past. The limits that they sent stay in force; the next run counts them as sent before now, and plans
 * them again.
 */
export async function voidRunsAhead(ports: VoidPorts, order: VoidOrder): Promise<VoidOutcome> {
  const done = await underLease(ports, { name: enforceJob, durationMs: leaseMs }, async () =>
    voidUnderLease(ports, order),
  );
  return done.kind === 'busy' ? done : done.value;
}

async function voidUnderLease({ runs, journal, ledger }: VoidPorts, order: VoidOrder): Promise<VoidOutcome> {
  const { until, by, at, reason } = order;
  const mark = await runs.latestApplied(enforceJob);
  if (mark === undefined || Date.parse(mark) <= Date.parse(at)) {
    return { kind: 'not-held' };
  }
  if (Date.parse(mark) !== Date.parse(until)) {
    return { kind: 'another', until: mark };
  }
  const today = dayOf(Date.parse(at));
  const days = await ledger.listDays({ from: today, through: addDays(dayOf(Date.parse(mark)), 1) });
  const known = days.findLast(({ status }) => status === 'complete');
  if (known !== undefined) {
    return { kind: 'behind', day: known.day };
  }
  const recorded = await runs.list(enforceJob, runsMax);
  const isAhead = (run: { readonly at: string }): boolean => Date.parse(run.at) > Date.parse(at);
  const runIds = recorded.filter(isAhead).map(({ runId }) => runId);
  const back = recorded.find((run) => !isAhead(run) && leftNothingToDo(run.outcome))?.at ?? longAgo;
  // The journal first: resumed runs must never lack their author there.
  const detail = { until: mark, back, reason, runs: runIds.slice(0, runsNamedMax), runsCount: runIds.length };
  const id = `runs-voided/${enforceJob}/${mark}/${at}`;
  await journal.append([{ id, at, kind: 'runs-voided', actor: by, subject: enforceJob, detail }]);
  // What the roster has reported follows the readings of the nights.
  for (const job of [rosterJob, enforceJob]) {
    await runs.moveBack(job, { after: at, to: back });
  }
  return { kind: 'void', back, runIds };
}
