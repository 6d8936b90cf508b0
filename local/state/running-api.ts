import { apiPaths } from '../../shared/kernel/contract/api-paths.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import { runningAddresses, type Addresses } from './running-file.ts';
import { stateFolderAt } from './state-folder.ts';

/** Undefined when none runs. */
export function findRunningApi(stateDir: string): Addresses['door'] {
  return runningAddresses(stateFolderAt(stateDir).runningFile)?.door;
}

/** Mail links lead to the running installation's pages and console; otherwise nowhere. */
export function linksTo(door: Addresses['door']): Pick<Settings, 'consoleUrl' | 'doorUrl'> {
  if (door === undefined) {
    return {};
  }
  const { origin } = new URL(door.address);
  return { doorUrl: `${origin}${apiPaths.links}`, ...(door.console && { consoleUrl: origin }) };
}
