import type { EnforcementRun } from '../enforcement/enforce-budgets.ts';
import type { BudgetRowKey, BudgetStore } from './ports.ts';
import type { Clock } from '../runs/ports.ts';
import { adoptEdit } from './adopt-edits.ts';

/** Has the limits set that follow from edits, by a run under an id. Raises when nobody takes the order. */
export type OrderEditRun = (order: { readonly runId: string; readonly atMs: number }) => Promise<EditRun>;

/** What became of such an order. */
export interface EditRun {
  /** It has taken effect, or whoever took the order sees to it; otherwise it is to be given again. */
  readonly isDone: boolean;
  /** Absent where the run is made elsewhere. */
  readonly night?: EnforcementRun;
}

export interface WatchPorts {
  readonly clock: Clock;
  readonly budgets: Pick<BudgetStore, 'find' | 'adopt'>;
  readonly orderRun: OrderEditRun;
}

export interface EditsOrder {
  /** The run that is to follow from them, and Unix milliseconds as of which it runs. */
  readonly runId: string;
  readonly atMs: number;
  /** Rows of the budgets table that have changed, each once; changes of other tables have only their effect. */
  readonly rows: readonly BudgetRowKey[];
}

/** What became of a batch of edits. */
export interface EditsWatched extends EditRun {
  readonly adopted: number;
  readonly invalid: number;
  /** Rows that could not be looked at, and why. */
  readonly failedRows: readonly { readonly row: BudgetRowKey; readonly problem: string }[];
}

/**
 * Takes up edits of the tables: what was made directly gets its version, then one run from the tables alone sets the
 * limits that follow from all of them and tells of rows that cannot be read. Doing it again changes nothing more.
 */
export async function watchEdits(ports: WatchPorts, { runId, atMs, rows }: EditsOrder): Promise<EditsWatched> {
  const found = { 'taken-up': 0, own: 0, invalid: 0 };
  const failedRows: EditsWatched['failedRows'][number][] = [];
  for (const row of rows) {
    try {
      found[await adoptEdit(ports, row)] += 1;
    } catch (error) {
      // The other edits take effect all the same; this one is handed over again.
      failedRows.push({ row, problem: error instanceof Error ? error.name : 'unknown' });
    }
  }
  const run = await ports.orderRun({ runId, atMs });
  return { adopted: found['taken-up'], invalid: found.invalid, failedRows, ...run };
}
