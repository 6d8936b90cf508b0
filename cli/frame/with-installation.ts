import type { AcknowledgePorts } from '../../shared/application/notifications/acknowledge.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import type { GrantPorts } from '../../shared/application/edits/edit-grants.ts';
import {
  editableBudgets,
  editableTeams,
  type EditableBudgets,
  type EditableTeams,
} from '../../shared/application/edits/editable-records.ts';
import type { Ids } from '../../shared/application/runs/ports.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import type { CommandContext } from './command-context.ts';
import { openTables } from './open-installation.ts';

/** Opens the tables that the command is about, for the length of `work`. */
export async function withInstallation<T>(
  context: CommandContext,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const { installation, explained } = await openTables(context);
  try {
    return await explained(work(installation));
  } finally {
    await installation.close();
  }
}

/** The ports of the use cases that edit budgets. */
export function budgetPorts({ budgets }: Installation): { readonly records: EditableBudgets; readonly ids: Ids } {
  return { records: editableBudgets(budgets), ids: randomIds };
}

/** The ports of the use cases that grant top-ups and exemptions. */
export function grantPorts({ grants }: Installation): GrantPorts {
  return { grants, ids: randomIds };
}

/** The ports of the use cases that edit teams. */
export function teamPorts({ teams }: Installation): { readonly records: EditableTeams; readonly ids: Ids } {
  return { records: editableTeams(teams), ids: randomIds };
}

/** The ports of the use case that acknowledges an alert. */
export function acknowledgePorts({ alerts, evidence, journal, leases }: Installation): AcknowledgePorts {
  return { alerts, evidence, journal, leases, clock: systemClock, ids: randomIds };
}
