import type { EnforcementRun } from '../../../enforcement/use-cases/enforce-budgets.ts';
import { editsJob } from '../../runs/run-id.ts';
import type { Run, RunOutcome } from '../../runs/run.ts';
import { passed, type JobPorts, type JobWork, type RunOrder } from '../../runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob } from '../../runs/use-cases/run-job.ts';
import { StaleRecordError } from '../ports.ts';
import { adoptEdit, type Adopted, type AdoptPorts, type EditableRow } from './adopt-edits.ts';

/** Starts the run that applies edits to limits, under an id. Throws when the order is not accepted. */
export type OrderEditRun = (order: { readonly runId: string; readonly atMs: number }) => Promise<EditRun>;

export interface EditRun {
  /** The run took effect or was accepted by the function; otherwise it must be ordered again. */
  readonly isDone: boolean;
  /** Absent when the run is made elsewhere. */
  readonly enforcement?: EnforcementRun;
}

export interface WatchPorts extends JobPorts, AdoptPorts {
  readonly orderRun: OrderEditRun;
}

export interface EditsOrder extends RunOrder {
  /** The `enforce` run that follows. */
  readonly enforceRunId: string;
  readonly rows: readonly EditableRow[];
}

interface Watched extends EditRun {
  readonly adopted: number;
  readonly invalid: number;
  /** Rows that could not be read, and why. */
  readonly failedRows: readonly { readonly row: EditableRow; readonly problem: string }[];
}

export interface EditsWatched extends Watched {
  readonly run: Run;
  readonly outcome: RunOutcome;
}

/**
 * Adopts direct edits of the tables: each gets its version, then one run from the tables sets the limits that follow
 * and reports unreadable rows. Idempotent. No lease: versions refuse lost updates, so two batches may run at once. No
 * record: each edit has its version and journal entry, and the following run has a record.
 */
export async function watchEdits(ports: WatchPorts, order: EditsOrder): Promise<EditsWatched> {
  const { run, outcome, end } = await runJob(ports, order, { name: editsJob }, async (work) => {
    const made = await endOf(async () => applyPermitted(work, passed, async () => adoptAndEnforce(work, order)));
    return closeRun(work, made, (own) => outcomeOf(own.kind === 'applied' ? own.applied : nothingDone));
  });
  return { run, outcome, ...(end?.kind === 'applied' ? end.applied : nothingDone) };
}

const nothingDone: Watched = { adopted: 0, invalid: 0, failedRows: [], isDone: false };

/** Rows are read just before their version is written, since a person may edit one meanwhile. */
async function adoptAndEnforce({ ports, run }: JobWork<WatchPorts>, order: EditsOrder): Promise<Watched> {
  const adopted = await adoptEdits(ports, order.rows, order.stopAtMs);
  const { enforceRunId: runId } = order;
  return { ...adopted, ...(await ports.orderRun({ runId, atMs: Date.parse(run.at) })) };
}

function outcomeOf({ failedRows, isDone }: Watched): RunOutcome {
  const problems = [
    ...failedRows.map(({ row, problem }) => `the edit of ${rowText(row)}: ${problem}`),
    ...(isDone ? [] : ['the limits that follow from the edits are not set yet']),
  ];
  const status = problems.length === 0 ? 'complete' : 'partial';
  return { status, alerts: 0, isUnfinished: status === 'partial', problems };
}

async function adoptEdits(
  ports: WatchPorts,
  rows: readonly EditableRow[],
  stopAtMs: number,
): Promise<Omit<Watched, keyof EditRun>> {
  const found = { adopted: 0, own: 0, invalid: 0 };
  const failedRows: Watched['failedRows'][number][] = [];
  for (const row of rows) {
    if (ports.clock.now() >= stopAtMs) {
      failedRows.push({ row, problem: 'the run reached its deadline' });
      continue;
    }
    try {
      found[await adoptPatiently(ports, row)] += 1;
    } catch (error) {
      // The other edits take effect; this one is delivered again.
      failedRows.push({ row, problem: error instanceof Error ? error.name : 'unknown' });
    }
  }
  return { adopted: found.adopted, invalid: found.invalid, failedRows };
}

/** How often a row is read again when it is edited during adoption. */
const looksMax = 5;

/** Throws StaleRecordError when the row keeps changing. */
async function adoptPatiently(ports: WatchPorts, row: EditableRow): Promise<Adopted> {
  for (let looks = 1; ; looks += 1) {
    try {
      return await adoptEdit(ports, row, new Date(ports.clock.now()).toISOString());
    } catch (error) {
      if (!(error instanceof StaleRecordError) || looks === looksMax) {
        throw error;
      }
    }
  }
}

export function rowText(row: EditableRow): string {
  switch (row.table) {
    case 'budgets':
      return `the budget ${row.scope} (${row.window})`;
    case 'teams':
      return `the team ${row.name}`;
    case 'grants':
      return `the ${row.kind} ${row.id}`;
  }
}
