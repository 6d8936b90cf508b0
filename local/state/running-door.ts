import { runningAddresses, type Addresses } from './running-file.ts';
import { stateFolderAt } from './state-folder.ts';

/** The door of the installation that runs on a folder; undefined where none runs. */
export function findRunningDoor(stateDir: string): Addresses['door'] {
  return runningAddresses(stateFolderAt(stateDir).runningFile)?.door;
}
