import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { dayIn } from '../frame/moment.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

export interface AckOptions {
  readonly reason: string;
  readonly until?: string;
}

/** `alerts ack ID --reason TEXT [--until DAY]`. */
export async function ackAlert(context: CommandContext, id: string, { reason, until }: AckOptions): Promise<ExitCode> {
  const body = { reason, ...(until !== undefined && { until: dayIn('--until', until) }) };
  return printShown(context, await withApi(context, async (api) => api.show('acknowledgeAlert', { alert: id, body })));
}
