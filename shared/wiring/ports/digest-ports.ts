import type { OrganizationCalls } from '../../adapters/platform/platform-calls.ts';
import type { DigestPorts } from '../../application/watchers/digest/ports.ts';
import { latePorts, type LateMethods } from '../late-ports.ts';
import type * as stores from '../stores.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';
import type { WeekPorts, WeekTable } from './week-ports.ts';

/** The tables that the digest has to do with. */
interface DigestClients extends stores.Tables<WatcherTable | WeekTable> {
  /** Asked for when a digest is due. */
  readonly platform: () => Promise<OrganizationCalls>;
}

const weekMethods: LateMethods<WeekPorts> = {
  budgets: { list: 'answer' },
  decisions: {
    readBaseline: 'answer',
    approveBaseline: 'answer',
    listExceptions: 'answer',
    putException: 'answer',
    listAnnouncements: 'answer',
    putAnnouncement: 'answer',
    listAcknowledgements: 'answer',
    acknowledge: 'answer',
  },
  digests: { keep: 'answer', list: 'answer', find: 'answer' },
  grants: { list: 'answer' },
  ledger: {
    listDays: 'answer',
    putDay: 'answer',
    readRows: 'answer',
    readEach: 'rows',
    putRows: 'answer',
    readUser: 'answer',
  },
  limits: { list: 'answer', find: 'answer', put: 'answer' },
  liveState: { readState: 'answer' },
  organization: { activity: 'answer', tools: 'answer', productivity: 'answer' },
  readiness: { list: 'answer' },
  revisions: { find: 'answer', list: 'answer', findBelow: 'answer', read: 'answer', put: 'answer' },
  teams: { list: 'answer' },
  users: { list: 'answer', put: 'answer' },
  watchState: {
    read: 'answer',
    replace: 'answer',
    listEarlierAlarms: 'answer',
    readDeviations: 'answer',
    putDeviations: 'answer',
  },
};

/** The ports of the digest on the real things: of the runs of a week, all but one find that it went out. */
export function digestPorts(clients: DigestClients): DigestPorts {
  return {
    ...watcherPorts(clients),
    ...latePorts<WeekPorts>(weekMethods, async () => {
      const { weekPorts } = await import('./week-ports.ts');
      return weekPorts({ ...clients, platform: await clients.platform() });
    }),
  };
}
