import { fleetStatus, listFleet } from '../../shared/application/queries/list-fleet.ts';
import { readinessStatus } from '../../shared/application/queries/list-readiness.ts';
import { readStatus } from '../../shared/application/queries/read-status.ts';
import type { StatusDocument } from '../../shared/contracts/documents/status-document.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { snapshotOrder, snapshotPorts } from '../frame/snapshot-order.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { describeStatus } from './describe-status.ts';
import { scheduleTimes } from './schedule-times.ts';

/** `status`: how everything stands, on one screen. */
export async function showStatus(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const atMs = momentOf(context, options);
  const document: StatusDocument = await withInstallation(context, async (installation) => {
    const { alerts, evidence, plans, outbox, recipients, isRunning } = installation;
    const ports = { ...snapshotPorts(installation), alerts, evidence, plans, outbox, recipients };
    const order = { ...snapshotOrder(installation, atMs), schedules: scheduleTimes(atMs), isRunning };
    return { ...(await readStatus(ports, order)), ...(await watchersStatus(installation, atMs)) };
  });
  context.tell({ json: document, text: describeStatus(document, context.style) });
  return exitCodes.done;
}

/** What the watchers of computers and readiness know, where they know anything. */
async function watchersStatus(
  installation: Installation,
  atMs: number,
): Promise<Pick<StatusDocument, 'computers' | 'readiness'>> {
  const { computers, readiness } = installation.readSettings();
  const at = new Date(atMs).toISOString();
  const fleet = await listFleet(installation, computers, at);
  const branches = await installation.readiness.list();
  return {
    ...(fleet.computers.length > 0 && { computers: fleetStatus(fleet) }),
    ...(branches.length > 0 && { readiness: readinessStatus(branches, readiness, at.slice(0, 10)) }),
  };
}
