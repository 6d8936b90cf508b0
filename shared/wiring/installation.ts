import type { ConnectionStore } from '../channels/ports.ts';
import type { Anchoring } from '../controls/ports.ts';
import type { SettingsFile } from '../kernel/records/ports.ts';
import type { Settings } from '../settings/contract/settings.ts';
import type { Stores } from './stores.ts';

/** An installation as commands and the console see it. */
export interface Installation extends Stores {
  /** As curfew.config.ts names it; absent on one machine, which knows no name. */
  readonly organization?: string;
  /** It is running, so that edits of its tables take effect by themselves. */
  readonly isRunning: boolean;
  /** Raises an error that names every fault when they are not valid: most commands do without them. */
  readSettings(): Settings;
  /** How its evidence is anchored outside of its tables. */
  readonly anchoring: () => Promise<Anchoring>;
  /** Where channels are reached. */
  readonly connections: ConnectionStore;
  /** ARNs of the event buses that channels may be; absent on one machine, where the credentials decide. */
  readonly eventBuses?: readonly string[];
  /** The ARN of the Security Hub that may be one; null for none, absent on one machine. */
  readonly securityHub?: string | null;
  /** Absent on a deployment, whose settings are those of curfew.config.ts as it was deployed. */
  readonly settingsFile?: SettingsFile;
  close(): Promise<void>;
}
