import { tableDefinitions } from '../../shared/kernel/contract/tables.ts';
import { noteMade, readyTables, tablesLost } from '../state/ready-tables.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { EngineStartError } from './engine.ts';
import { openStorage, type Storage, type StorageTerms } from './open-storage.ts';
import { TablesMissingError } from './tables-missing-error.ts';

interface OwnTerms extends StorageTerms {
  readonly port?: number;
  /** Called with what went wrong beside, in words for people. */
  readonly onTrouble: (text: string) => void;
}

/** What the engine says of a file that it cannot read. */
const damaged = /malformed|not a database|not a valid/iu;

/**
 * Opens the tables in a state folder with an engine of its own. The caller alone is at work on the folder. Raises
 * CannotStartError, and makes nothing, where the tables were there and are lost; and what starting the engine raises.
 */
export async function openOwnStorage(folder: StateFolder, { onTrouble, port, ...terms }: OwnTerms): Promise<Storage> {
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
