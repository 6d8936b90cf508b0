import type { BudgetStore } from '../../application/edits/ports.ts';
import type { EnforcementPorts } from '../../application/enforcement/enforcement-work.ts';
import { latePorts } from '../late-ports.ts';
import type { EnforcementTable } from '../ports/enforcement-ports.ts';
import { watcherPorts } from '../ports/watcher-ports.ts';
import type { Tables } from '../stores.ts';
import type { DurableNightClients } from './durable-night-ports.ts';

interface DurableEnforcementClients extends Tables<EnforcementTable | 'pages'> {
  /** Asked for by a run that has something to do. */
  readonly platform: () => Promise<DurableNightClients['platform']>;
}

const nightNames = [
  'roster',
  'usage',
  'rosterPages',
  'metricsPages',
  'limitWriter',
  'platformTime',
  'budgets',
  'teams',
  'grants',
  'ledger',
  'users',
  'limits',
  'plans',
  'evidence',
  'live',
] as const;

/**
 * The ports of a run that may outlive its process: the pages that it reads are kept in a table. All but a few runs of a
 * day find that the night is done, and load nothing but what tells them so, and what writes the mails that waited.
 */
export function durableEnforcementPorts(
  clients: DurableEnforcementClients,
): EnforcementPorts & { readonly budgets: BudgetStore } {
  return {
    ...watcherPorts(clients),
    ...latePorts(nightNames, async () => {
      const { durableNightPorts } = await import('./durable-night-ports.ts');
      return durableNightPorts({ ...clients, platform: await clients.platform() });
    }),
  };
}
