import { editSuffix, enforceJob, runIdOf } from '../domain/runs/run-id.ts';
import { enforceBudgets, type Night, type NightPorts } from './enforce-budgets.ts';
import type { BudgetRowKey, BudgetStore } from './ports.ts';
import type { NightSettings } from './run-context.ts';
import { takeUpEdit } from './take-up-edits.ts';

export interface WatchPorts extends NightPorts {
  readonly budgets: BudgetStore;
  /** Lets time pass. */
  readonly pause: (durationMs: number) => Promise<void>;
}

export interface EditsOrder {
  /** Rows of the budgets table that have changed, each once; changes of other tables have only their effect. */
  readonly rows: readonly BudgetRowKey[];
  /** Wall-clock Unix milliseconds after which nothing more is begun. */
  readonly stopAtMs: number;
}

/** What became of a batch of edits. */
export interface EditsWatched {
  readonly takenUp: number;
  readonly invalid: number;
  /** Rows that could not be looked at, and why. */
  readonly failedRows: readonly { readonly row: BudgetRowKey; readonly problem: string }[];
  readonly night: Night;
  /** The run has done, or a guard has held, what the edits ask for; otherwise it is to be tried again. */
  readonly isDone: boolean;
}

/** Another run has seldom more than a minute left; whoever handed the edits over tries again after that. */
const waitsMax = 6;
const waitMs = 10_000;

/**
 * Takes up edits of the tables: what was made directly gets its version, then one run from the tables alone sets the
 * limits that follow from all of them and tells of rows that cannot be read. Doing it again changes nothing more.
 */
export async function watchEdits(
  ports: WatchPorts,
  settings: NightSettings,
  { rows, stopAtMs }: EditsOrder,
): Promise<EditsWatched> {
  const found = { 'taken-up': 0, own: 0, invalid: 0 };
  const failedRows: EditsWatched['failedRows'][number][] = [];
  for (const row of rows) {
    try {
      found[await takeUpEdit(ports, row)] += 1;
    } catch (error) {
      // The other edits take effect all the same; this one is handed over again.
      failedRows.push({ row, problem: error instanceof Error ? error.name : 'unknown' });
    }
  }
  const night = await runWhenFree(ports, settings, stopAtMs);
  return { takenUp: found['taken-up'], invalid: found.invalid, failedRows, night, isDone: isDone(night) };
}

/** Of a limit whose outcome is unknown, the next try knows more; what a guard holds or the platform refuses stays so. */
function isDone({ outcome: { status, held, isUnfinished } }: Night): boolean {
  return status === 'held' ? held?.guard !== 'another-run' : !isUnfinished;
}

async function runWhenFree(ports: WatchPorts, settings: NightSettings, stopAtMs: number): Promise<Night> {
  for (let waits = 0; ; waits += 1) {
    const atMs = ports.clock.now();
    const night = await enforceBudgets(ports, settings, {
      kind: 'edit',
      // Each is a run of its own: what was edited since the last one began is not part of that.
      runId: runIdOf(enforceJob, atMs, `${editSuffix}-${ports.ids.next()}`),
      atMs,
      dryRun: false,
      onlyIfUnfinished: false,
      stopAtMs,
    });
    const isTaken = night.outcome.held?.guard === 'another-run';
    if (!isTaken || waits === waitsMax || atMs + waitMs >= stopAtMs) {
      return night;
    }
    await ports.pause(waitMs);
  }
}
