import { dayOf } from '../../shared/kernel/time/day.ts';
import { CannotStartError } from '../cannot-start-error.ts';
import { describeFailure } from '../texts/describe-failure.ts';
import { hadTables, noteTables, tablesOf, type StateFolder } from './state-folder.ts';
import { backUpTables, listBackups, lossRemedy, TablesDamagedError, type TablesBackup } from './tables-backups.ts';
import { lookAtTables, makeTables, stampTables } from './tables-file.ts';

/**
 * Prepares the tables' file for an engine: creates it for a new installation, or backs the existing one up once a day.
 * The caller must hold the folder. Throws CannotStartError, and changes nothing, when existing tables are lost:
 * continuing would start a new installation.
 */
export async function readyTables(
  folder: StateFolder,
  { nowMs, onTrouble }: { readonly nowMs: number; readonly onTrouble: (text: string) => void },
): Promise<{
  readonly file: string;
  /** Keys of the existing tables: they must be there. */
  readonly made: readonly string[];
}> {
  const { engineFile } = folder;
  const known = tablesOf(folder);
  const found = lookAtTables(engineFile);
  const hasBegun = known !== undefined || hadTables(folder);
  if (found.kind !== 'tables') {
    if (hasBegun || found.kind === 'damaged') {
      throw tablesLost(folder, found.kind === 'damaged' ? found.how : `is ${found.kind}`);
    }
    noteTables(folder, { id: makeTables(engineFile), made: [], since: new Date(nowMs).toISOString() });
    return { file: engineFile, made: [] };
  }
  if (known !== undefined && known.id !== found.id) {
    throw tablesLost(folder, 'is the file of another installation');
  }
  if (known === undefined) {
    const id = found.id === 0 ? stampTables(engineFile) : found.id;
    noteTables(folder, { id, made: [], since: new Date(nowMs).toISOString() });
    return { file: engineFile, made: [] };
  }
  await backUpIfDue(folder, { nowMs, onTrouble });
  return { file: engineFile, made: known.made };
}

/** Records that these tables exist. */
export function noteMade(folder: StateFolder, keys: readonly string[]): void {
  const known = tablesOf(folder);
  const isNew = known !== undefined && keys.some((key) => !known.made.includes(key));
  if (isNew) {
    noteTables(folder, { ...known, made: [...keys] });
  }
}

/** The error for lost tables: what is wrong, and how to restore. */
export function tablesLost(folder: StateFolder, how: string): CannotStartError {
  const known = tablesOf(folder);
  const elsewhere = known === undefined ? ' If they are elsewhere, set AWS_ENDPOINT_URL_DYNAMODB.' : '';
  return new CannotStartError(
    `${folder.engineFile} ${how}. The tables of this installation were in it: budgets, figures, evidence. Nothing was changed. ${lossRemedy(folder, known?.id)}.${elsewhere}`,
  );
}

/** Copies the tables once a UTC day. A failed copy is reported; damaged tables throw CannotStartError. */
export async function backUpIfDue(
  folder: StateFolder,
  {
    nowMs,
    onTrouble,
    atOnce = false,
  }: { readonly nowMs: number; readonly onTrouble: (text: string) => void; readonly atOnce?: boolean },
): Promise<TablesBackup | undefined> {
  const known = tablesOf(folder);
  if (known === undefined || lookAtTables(folder.engineFile).kind !== 'tables') {
    return undefined;
  }
  const last = listBackups(folder, known.id)[0]?.at ?? (atOnce ? '' : known.since);
  if (last.slice(0, 10) >= dayOf(nowMs)) {
    return undefined;
  }
  try {
    return await backUpTables(folder, nowMs);
  } catch (error) {
    if (error instanceof TablesDamagedError || isCorrupt(error)) {
      throw tablesLost(folder, 'is damaged');
    }
    onTrouble(`The tables could not be backed up: ${describeFailure(error)}`);
    return undefined;
  }
}

// https://www.sqlite.org/rescode.html: SQLITE_CORRUPT and SQLITE_NOTADB.
const corrupt = new Set([11, 26]);

function isCorrupt(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && corrupt.has(Number(error.errcode) & 0xff);
}
