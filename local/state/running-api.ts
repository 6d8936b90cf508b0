import { apiPaths } from '../../shared/kernel/contract/api-paths.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import { runningAddresses, type Addresses } from './running-file.ts';
import { stateFolderAt } from './state-folder.ts';

/** The admin API of the installation that runs on a folder; undefined where none runs. */
export function findRunningApi(stateDir: string): Addresses['door'] {
  return runningAddresses(stateFolderAt(stateDir).runningFile)?.door;
}

/** Where links in mails lead while an installation runs: pages beside its operations, and its console; else nowhere. */
export function linksTo(door: Addresses['door']): Pick<Settings, 'consoleUrl' | 'doorUrl'> {
  if (door === undefined) {
    return {};
  }
  const { origin } = new URL(door.address);
  return { doorUrl: `${origin}${apiPaths.links}`, ...(door.console && { consoleUrl: origin }) };
}
