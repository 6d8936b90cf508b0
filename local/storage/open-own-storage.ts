import { tableDefinitions } from '../../shared/kernel/contract/tables.ts';
import { noteMade, readyTables, tablesLost } from '../state/ready-tables.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { TablesMissingError } from './create-tables.ts';
import { EngineStartError } from './engine.ts';
import { openStorage, type Storage, type StorageTerms } from './open-storage.ts';

/** The engine's messages for an unreadable file. */
const damaged = /malformed|not a database|not a valid/iu;

/**
 * Opens a state folder's tables with an engine of their own. The caller must hold the folder. Throws CannotStartError,
 * and creates nothing, when existing tables are lost; also the engine's start errors.
 */
export async function openOwnStorage(
  folder: StateFolder,
  { onTrouble, port, ...terms }: StorageTerms & { readonly port?: number; readonly onTrouble: (text: string) => void },
): Promise<Storage> {
  const ready = await readyTables(folder, { nowMs: Date.now(), onTrouble });
  try {
    const storage = await openStorage({ ...ready, port }, terms);
    noteMade(folder, Object.keys(tableDefinitions));
    return storage;
  } catch (error) {
    if (error instanceof TablesMissingError) {
      throw tablesLost(folder, error.message);
    }
    throw error instanceof EngineStartError && damaged.test(error.message) ? tablesLost(folder, 'is damaged') : error;
  }
}
