import type { Run, RunOutcome } from '../../domain/runs/run.ts';
import type { EnforcementRun } from '../enforcement/enforce-budgets.ts';
import { passed, type Job, type JobPorts, type RunOrder } from '../runs/job.ts';
import { runJob } from '../runs/run-job.ts';
import { adoptEdit, type Adopted, type AdoptPorts, type EditableRow } from './adopt-edits.ts';
import { StaleRecordError } from './ports.ts';

/** Has the limits set that follow from edits, by a run under an id. Raises when nobody takes the order. */
export type OrderEditRun = (order: { readonly runId: string; readonly atMs: number }) => Promise<EditRun>;

/** What became of such an order. */
export interface EditRun {
  /** It has taken effect, or the function that was asked will see to it; otherwise it is to be asked for again. */
  readonly isDone: boolean;
  /** Absent where the run is made elsewhere. */
  readonly enforcement?: EnforcementRun;
}

export interface WatchPorts extends JobPorts, AdoptPorts {
  readonly orderRun: OrderEditRun;
}

export interface EditsOrder extends RunOrder {
  /** The run of `enforce` that is to follow from them. */
  readonly enforceRunId: string;
  /** Rows that have changed, each once. */
  readonly rows: readonly EditableRow[];
}

interface Watched extends EditRun {
  readonly adopted: number;
  readonly invalid: number;
  /** Rows that could not be looked at, and why. */
  readonly failedRows: readonly { readonly row: EditableRow; readonly problem: string }[];
}

/** What became of a batch of edits. */
export interface EditsWatched extends Watched {
  readonly run: Run;
  readonly outcome: RunOutcome;
}

/**
 * Adopts edits of the tables: one that was made directly gets its version, then one run from the tables alone sets the
 * limits that follow from all of them and reports rows that cannot be read. Doing it again changes nothing more.
 */
export async function watchEdits(ports: WatchPorts, order: EditsOrder): Promise<EditsWatched> {
  const { run, outcome, end } = await runJob(ports, order, editsRun(order));
  return { run, outcome, ...(end?.kind === 'applied' ? end.applied : nothingDone) };
}

const nothingDone: Watched = { adopted: 0, invalid: 0, failedRows: [], isDone: false };

/**
 * Without a lease: versions refuse a lost update, so that two batches may be at work at once. Without a record: each
 * edit has its version and its entry in the journal, and the run that follows has the record.
 */
function editsRun(order: EditsOrder): Job<WatchPorts, EditsOrder['rows'], EditsOrder['rows'], undefined, Watched> {
  return {
    name: 'edits',
    // A row that somebody edits meanwhile is read again, so that each is read just before its version is written.
    collect: async () => order.rows,
    plan: async (_work, rows) => rows,
    guard: async () => passed,
    apply: async ({ ports, run }, rows) => {
      const adopted = await adoptEdits(ports, rows, order.stopAtMs);
      const { enforceRunId: runId } = order;
      return { ...adopted, ...(await ports.orderRun({ runId, atMs: Date.parse(run.at) })) };
    },
    outcome: async (_work, end) => outcomeOf(end.kind === 'applied' ? end.applied : nothingDone),
  };
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
      // The other edits take effect all the same; this one is handed over again.
      failedRows.push({ row, problem: error instanceof Error ? error.name : 'unknown' });
    }
  }
  return { adopted: found.adopted, invalid: found.invalid, failedRows };
}

/** Somebody may edit a row again while its edit is adopted, but hardly so often. */
const looksMax = 5;

/** Raises StaleRecordError when the row never stands still. */
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

/** A row as problems and failures name it. */
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
