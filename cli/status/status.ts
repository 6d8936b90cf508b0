import { readStatus } from '../../shared/application/queries/read-status.ts';
import type { StatusDocument } from '../../shared/contracts/documents/status-document.ts';
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
    return readStatus(ports, order);
  });
  context.tell({ json: document, text: describeStatus(document, context.style) });
  return exitCodes.done;
}
