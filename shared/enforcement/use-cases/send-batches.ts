import type { CapPlanInput } from '../../caps/cap-plan-input.ts';
import { assertWithinBudget, batchesOf } from '../../caps/cap-plan.ts';
import type { SetCap } from '../../caps/cap.ts';
import { capEntry } from '../../journal/cap-entry.ts';
import { FencedOffError, PlatformRefusedError } from '../../kernel/runs/ports.ts';
import { asOf } from '../../kernel/runs/use-cases/job.ts';
import { LeaseLostError } from '../../kernel/runs/use-cases/lease-keeper.ts';
import { clockDoubt, type ClockDoubt } from '../../kernel/time/clock-skew.ts';
import { addDays, dayOf } from '../../kernel/time/day.ts';
import type { LimitRecord, RowOutcome } from '../../limits/limit-record.ts';
import { recordAttempt, recordOutcome } from '../../limits/record-outcome.ts';
import type { WindowTurn } from '../../limits/window-turn.ts';
import { permittedOf } from '../../permits/permitted-plan.ts';
import { surveyOfPlan } from '../../permits/survey-of-plan.ts';
import { knownUntil } from '../../pools/moment.ts';
import type { Permitted } from '../../promise/permit.ts';
import type { BatchOutcome } from '../ports.ts';
import type { LimitWork } from './enforcement-work.ts';

/** After this many PUTs in a row without an answer the platform counts as down. */
const unansweredMax = 3;

export interface BatchState {
  readonly work: LimitWork;
  /** How far the platform's clock was found to be from that of the run: a limit counts as in force by either. */
  readonly clockDoubt: ClockDoubt;
  /** How far the platform window has come; not known when absent. */
  readonly turn: WindowTurn | undefined;
  /** Up to when use is known; ISO. */
  readonly knownUntil: string;
  readonly queue: (readonly Permitted<SetCap>[])[];
  /** Emails of users to whom the promise guard gives nothing now. */
  readonly withheld: readonly string[];
  readonly permitted: ReadonlyMap<string, Permitted<SetCap>>;
  readonly records: Map<string, LimitRecord>;
  readonly outcomes: Map<string, RowOutcome>;
  /** Rows that the platform refused in an answer of its own: worth one more try. */
  readonly refusedRows: Set<string>;
  settled: ReadonlyMap<string, RowOutcome>;
  isSecondTry: boolean;
  unanswered: number;
  /** Why not all of it was tried. */
  stopped?: string;
  /** Another run holds the lease and does the rest. */
  isLeaseLost: boolean;
}

/**
 * Makes ready to send the changes of a plan that the guard of the promise permits, at most 100 a PUT. Nothing is sent
 * yet. What it does not permit waits for the next run, which plans again. `records` are the limits as they are in the
 * tables now; `capPercent` says how far, in percent of their amount, credits given live may exceed pools.
 */
export function beginSending(
  work: LimitWork,
  planInputs: CapPlanInput,
  {
    changes,
    records,
    capPercent,
    turn,
  }: {
    readonly changes: readonly SetCap[];
    readonly records: ReadonlyMap<string, LimitRecord>;
    readonly capPercent?: number;
    readonly turn?: WindowTurn;
  },
): BatchState {
  const { run, settings } = work;
  const { pools, dataThrough } = planInputs;
  const toleranceMs = settings.clockToleranceSeconds * 1_000;
  const { earlierMs, laterMs } = pools.clockDoubt ?? clockDoubt(undefined, toleranceMs);
  const permitted = changes.length === 0 ? [] : permittedOf(surveyOfPlan(planInputs, capPercent), changes);
  const going = new Set(permitted.map(({ change }) => change));
  return {
    work,
    // What is merely tolerated is no difference.
    clockDoubt: {
      earlierMs: earlierMs > toleranceMs ? earlierMs : 0,
      laterMs: laterMs > toleranceMs ? laterMs : 0,
    },
    turn,
    knownUntil: new Date(knownUntil(dataThrough ?? addDays(run.today, -1), pools.assumptions)).toISOString(),
    queue: [...batchesOf(permitted)],
    withheld: changes.filter((change) => !going.has(change)).map(({ email }) => email),
    permitted: new Map(permitted.map((each) => [each.change.userId, each])),
    records: new Map(records),
    outcomes: new Map(),
    refusedRows: new Set(),
    settled: new Map(),
    isSecondTry: false,
    unanswered: 0,
    isLeaseLost: false,
  };
}

/** Whether nothing is left to send, or nothing more is to be sent. */
export function isSendingDone({ queue, refusedRows, isSecondTry, stopped }: BatchState): boolean {
  return stopped !== undefined || (queue.length === 0 && (isSecondTry || refusedRows.size === 0));
}

/**
 * Sends the next batch. A limit is recorded as possibly in force before it is sent, and as what it became afterwards.
 * Rows that the platform refused are tried once more at the end. A bad row is passed over; a lost lease, a refused key
 * or the end of the time stops the sending. Raises PlatformUnavailableError where the platform asks to be left alone:
 * nothing of the batch was applied then, and it is the next one still.
 */
export async function sendNext(sending: BatchState): Promise<void> {
  const { work, queue, outcomes, refusedRows } = sending;
  sending.settled = new Map();
  if (queue.length === 0) {
    sending.isSecondTry = true;
    queue.push(...batchesOf([...sending.permitted.values()].filter(({ change }) => refusedRows.has(change.userId))));
  }
  const [batch] = queue;
  const reason = sending.stopped ?? reasonToStop(sending);
  if (reason !== undefined) {
    sending.stopped = reason;
    return;
  }
  if (batch === undefined) {
    return;
  }
  const instead = await sendBatch(sending, batch).catch((error: unknown) => stopWhenLeaseLost(sending, error));
  queue.splice(0, 1, ...instead);
  work.ports.progress?.report({ step: 'limits', done: outcomes.size, total: sending.permitted.size });
}

function reasonToStop({ work, unanswered }: BatchState): string | undefined {
  const { ports, run, order } = work;
  if (dayOf(Date.parse(asOf(work))) > run.today) {
    // In a new window a limit of the old one is wide open, and its pools were divided for what was left of that.
    return 'the day ended that these limits were planned for; the next run plans again';
  }
  if (ports.clock.now() >= order.stopAtMs) {
    return 'the run reached its deadline; the next one continues from here';
  }
  if (unanswered >= unansweredMax) {
    return `the platform did not answer ${unansweredMax} times in a row; the next run continues from here`;
  }
  return undefined;
}

function stopWhenLeaseLost(sending: BatchState, error: unknown): readonly [] {
  if (!(error instanceof FencedOffError || error instanceof LeaseLostError)) {
    throw error;
  }
  sending.isLeaseLost = true;
  sending.stopped = 'another run has taken over';
  return [];
}

/** Sends one batch. Gives what must be sent in its place: its halves, when the platform refuses it as a whole. */
async function sendBatch(
  sending: BatchState,
  permitted: readonly Permitted<SetCap>[],
): Promise<readonly (readonly Permitted<SetCap>[])[]> {
  const { work, clockDoubt: doubt, records } = sending;
  const { ports, settings, run, lease } = work;
  const batch = permitted.map(({ change }) => change);
  assertWithinBudget(batch, settings.unlimitedCredits);
  // Renewed before every PUT, for longer than a PUT can take: a run that has lost the lease sends nothing more.
  await lease.renew();
  const sent = { at: shifted(asOf(work), -doubt.earlierMs), runId: run.runId };
  await ports.limits.put(
    batch.map((change) => recordAttempt(records.get(change.userId), change, sent)),
    lease.fence,
  );
  // Writing that down may have taken its time.
  await lease.keep();
  const outcome = await setLimits(sending, permitted);
  if (outcome === undefined) {
    return [];
  }
  sending.unanswered = outcome.kind === 'unknown' ? sending.unanswered + 1 : 0;
  if (outcome.kind === 'refused' && batch.length > 1) {
    // One row may be what the platform objects to: halves find it, and the others go through.
    const middle = Math.ceil(batch.length / 2);
    return [permitted.slice(0, middle), permitted.slice(middle)];
  }
  await settle(sending, batch, sent, outcome);
  return [];
}

/** Undefined when the key itself is refused, which stops the sending; nothing was applied then. */
async function setLimits(sending: BatchState, batch: readonly Permitted<SetCap>[]): Promise<BatchOutcome | undefined> {
  try {
    return await sending.work.ports.limitWriter.setLimits(batch);
  } catch (error) {
    if (!(error instanceof PlatformRefusedError)) {
      throw error;
    }
    sending.stopped = error.message;
    return undefined;
  }
}

async function settle(
  sending: BatchState,
  batch: readonly SetCap[],
  sent: { readonly at: string; readonly runId: string },
  outcome: BatchOutcome,
): Promise<void> {
  const { work, records, outcomes, refusedRows } = sending;
  const { ports, settings, run } = work;
  const rows = batch.map((change, index) => ({ change, outcome: rowOutcome(outcome, index) }));
  const settledAt = shifted(asOf(work), sending.clockDoubt.laterMs);

  // The journal first: once a limit is recorded as confirmed, a later run finds nothing left to report.
  await ports.journal.append(rows.map((row) => capEntry(run, row.change, row.outcome)));
  const settled = rows.map((row) =>
    recordOutcome(records.get(row.change.userId), row.change, {
      sent,
      settledAt,
      night: run.today,
      settleDays: settings.pools.settleDays,
      turn: sending.turn,
      knownUntil: sending.knownUntil,
      outcome: row.outcome,
    }),
  );
  await ports.limits.put(settled, work.lease.fence);

  settled.forEach((record) => records.set(record.userId, record));
  sending.settled = new Map(rows.map((row) => [row.change.userId, row.outcome]));
  for (const row of rows) {
    outcomes.set(row.change.userId, row.outcome);
    if (outcome.kind === 'answered' && row.outcome.kind === 'failed') {
      refusedRows.add(row.change.userId);
    }
  }
}

function shifted(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString();
}

function rowOutcome(outcome: BatchOutcome, index: number): RowOutcome {
  switch (outcome.kind) {
    case 'answered':
      return outcome.rows[index] ?? { kind: 'unknown', problem: 'the answer of the platform does not name this user' };
    case 'refused':
      return { kind: 'failed', problem: outcome.problem };
    case 'unknown':
      return outcome;
  }
}
