import type { EnforcementRun } from '../enforcement/enforce-budgets.ts';
import { type BudgetRowKey, type BudgetStore, StaleRecordError } from './ports.ts';
import { passed, type Job, type JobPorts, type RunOrder } from '../runs/job.ts';
import { runJob } from '../runs/run-job.ts';
import type { Run, RunOutcome } from '../../domain/runs/run.ts';
import { budgetOfVersion } from '../../domain/budgets/budget-version.ts';
import { findDirectEdit } from '../../domain/budgets/direct-edit.ts';
import { parseScope } from '../../domain/budgets/scope.ts';
import { windowKinds } from '../../domain/budgets/window.ts';
import { budgetKind } from '../../domain/budgets/budget.ts';
import { editEntry } from './edit-record.ts';

/** Has the limits set that follow from edits, by a run under an id. Raises when nobody takes the order. */
export type OrderEditRun = (order: { readonly runId: string; readonly atMs: number }) => Promise<EditRun>;

/** What became of such an order. */
export interface EditRun {
  /** It has taken effect, or the function that was asked will see to it; otherwise it is to be asked for again. */
  readonly isDone: boolean;
  /** Absent where the run is made elsewhere. */
  readonly night?: EnforcementRun;
}

export interface WatchPorts extends JobPorts {
  readonly budgets: Pick<BudgetStore, 'find' | 'adopt'>;
  readonly orderRun: OrderEditRun;
}

export interface EditsOrder extends RunOrder {
  /** The run of `enforce` that is to follow from them. */
  readonly enforceRunId: string;
  /** Rows of the budgets table that have changed, each once; changes of other tables have only their effect. */
  readonly rows: readonly BudgetRowKey[];
}

interface Watched extends EditRun {
  readonly adopted: number;
  readonly invalid: number;
  /** Rows that could not be looked at, and why. */
  readonly failedRows: readonly { readonly row: BudgetRowKey; readonly problem: string }[];
}

/** What became of a batch of edits. */
export interface EditsWatched extends Watched {
  readonly run: Run;
  readonly outcome: RunOutcome;
}

/**
 * Adopts edits of the tables: one that was made directly gets its version, then one run from the tables alone sets the
 * limits that follow from all of them and tells of rows that cannot be read. Doing it again changes nothing more.
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
    ...failedRows.map(({ row, problem }) => `the edit of the budget ${row.scope} (${row.window}): ${problem}`),
    ...(isDone ? [] : ['the limits that follow from the edits are not set yet']),
  ];
  const status = problems.length === 0 ? 'complete' : 'partial';
  return { status, alerts: 0, isUnfinished: status === 'partial', problems };
}

async function adoptEdits(
  ports: WatchPorts,
  rows: readonly BudgetRowKey[],
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
      found[await adoptEdit(ports, row)] += 1;
    } catch (error) {
      // The other edits take effect all the same; this one is handed over again.
      failedRows.push({ row, problem: error instanceof Error ? error.name : 'unknown' });
    }
  }
  return { adopted: found.adopted, invalid: found.invalid, failedRows };
}

/** What was found under one key of the budgets table. */
type Adopted = 'adopted' | 'own' | 'invalid';

/** Somebody may edit a row again while its edit is adopted, but hardly so often. */
const looksMax = 5;

/**
 * Looks at one row that has changed: a valid edit that was made directly gets its version, with history and journal.
 * What Curfew wrote itself has its version already, and a row that cannot be read is left as it is. Raises
 * StaleRecordError when the row never stands still.
 */
async function adoptEdit(ports: WatchPorts, key: BudgetRowKey): Promise<Adopted> {
  for (let looks = 1; ; looks += 1) {
    try {
      return await adoptOnce(ports, key);
    } catch (error) {
      if (!(error instanceof StaleRecordError) || looks === looksMax) {
        throw error;
      }
    }
  }
}

async function adoptOnce({ budgets, clock }: WatchPorts, key: BudgetRowKey): Promise<Adopted> {
  const { row, ...found } = await budgets.find(key);
  const scope = parseScope(key.scope);
  const window = windowKinds.find((kind) => kind === key.window);
  if (row.kind === 'invalid' || scope === undefined || window === undefined) {
    return 'invalid';
  }
  const edit = findDirectEdit({ scope, window }, { row, ...found }, new Date(clock.now()).toISOString());
  if (edit === undefined) {
    return 'own';
  }
  const before = found.last === undefined ? undefined : budgetOfVersion(found.last);
  const { terms: after, ...facts } = edit.version;
  const made = { ...facts, key: { scope, window }, before, after };
  await budgets.adopt(edit, editEntry(budgetKind, made, `version-${edit.version.version}`));
  return 'adopted';
}
