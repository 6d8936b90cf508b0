import type { Installation } from '../shared/wiring/installation.ts';
import type { Closers } from './closers.ts';
import { localSettingsFile, readSettings } from './settings/read-settings.ts';
import { localConnections } from './state/channel-connections.ts';
import { localAnchoring } from './state/evidence-anchoring.ts';
import { originOf, type StateFolder } from './state/state-folder.ts';

export type InstallationAccess = Pick<
  Installation,
  'isRunning' | 'readSettings' | 'settingsFile' | 'anchoring' | 'connections' | 'close'
>;

export function accessTo(
  { folder, isRunning }: { readonly folder: StateFolder; readonly isRunning: boolean },
  closers: Closers,
): InstallationAccess {
  const readOwn = () => readSettings(folder.settingsFile, { isDemo: originOf(folder)?.kind === 'demo' });
  return {
    isRunning,
    readSettings: readOwn,
    settingsFile: localSettingsFile(folder.settingsFile),
    connections: localConnections(folder.channelsFile),
    anchoring: async () => Promise.resolve(localAnchoring(folder, readOwn)),
    close: async () => closers.closeAll(),
  };
}
