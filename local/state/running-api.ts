import { runningAddresses, type Addresses } from './running-file.ts';
import { stateFolderAt } from './state-folder.ts';

/** The admin API of the installation that runs on a folder; undefined where none runs. */
export function findRunningApi(stateDir: string): Addresses['door'] {
  return runningAddresses(stateFolderAt(stateDir).runningFile)?.door;
}
