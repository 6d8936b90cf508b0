import { enforceBudgets, type EnforcementRun } from '../../application/enforcement/enforce-budgets.ts';
import type { EnforcementOrder, EnforcementPorts } from '../../application/enforcement/enforcement-work.ts';
import type { BudgetStore } from '../../application/edits/ports.ts';
import type { EnforcementSettings } from '../../application/enforcement/enforcement-settings.ts';
import type { Steps } from '../../application/runs/steps.ts';
import type { Tables } from '../stores.ts';
import { latePorts } from '../late-ports.ts';
import type { EnforcementTable } from '../ports/enforcement-ports.ts';
import { watcherPorts } from '../ports/watcher-ports.ts';
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

/** For so long another run is waited for. A nightly run is not: the next one of the hour does its work. */
const patienceMs = {
  // Nobody gives the order again for an edit that came while a night went on; the night itself had planned by then.
  edit: 150 * 60_000,
  // Nobody gives that order again either, and until the night the limits of the old window are wide open.
  'window-start': 120 * 60_000,
} as const;

/** The runs that set limits, in steps that may outlive their process; they wait for as long as the platform asks. */
export function durableEnforcement(clients: DurableEnforcementClients, settings: EnforcementSettings) {
  const ports = durableEnforcementPorts(clients);
  return (steps: Steps) =>
    async (order: EnforcementOrder): Promise<EnforcementRun> =>
      enforceBudgets({ ...ports, steps }, settings, {
        ...order,
        ...(order.kind !== undefined && { patienceMs: patienceMs[order.kind] }),
      });
}
