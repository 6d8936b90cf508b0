import type { OrganizationCalls } from '../../adapters/platform/platform-calls.ts';
import type { DigestPorts } from '../../application/watchers/digest/ports.ts';
import { latePorts } from '../late-ports.ts';
import type * as stores from '../stores.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';
import type { WeekTable } from './week-ports.ts';

/** The tables that the digest has to do with. */
interface DigestClients extends stores.Tables<WatcherTable | WeekTable> {
  /** Asked for when a digest is due. */
  readonly platform: () => Promise<OrganizationCalls>;
}

const weekNames = [
  'budgets',
  'decisions',
  'digests',
  'grants',
  'ledger',
  'limits',
  'liveState',
  'organization',
  'readiness',
  'revisions',
  'teams',
  'users',
  'watchState',
] as const;

/** The ports of the digest on the real things: of the runs of a week, all but one find that it went out. */
export function digestPorts(clients: DigestClients): DigestPorts {
  return {
    ...watcherPorts(clients),
    ...latePorts(weekNames, async () => {
      const { weekPorts } = await import('./week-ports.ts');
      return weekPorts({ ...clients, platform: await clients.platform() });
    }),
  };
}
