import type { Observations } from '../../domain/notifications/conditions/decide-conditions.ts';
import type { RunContext } from '../runs/run-context.ts';
import type { NotifyOrder } from './notify-conditions.ts';
import type { NotifyPorts } from './ports.ts';

export type { NotifyOrder };

/**
 * The way of every job to notify: what it has seen becomes conditions, and notifications that the mails of the run are
 * made of. The open states are read when they are not given.
 */
export async function notify(
  ports: NotifyPorts,
  run: RunContext,
  order: Omit<NotifyOrder, 'known'> & Partial<Pick<NotifyOrder, 'known'>>,
): Promise<void> {
  const known = order.known ?? (await ports.alerts.read(order.lease, []));
  // Where nothing is open and nothing was seen there is nothing to decide, and no need to know how.
  if (known.length > 0 || order.report !== undefined || seesAnything(order.observations)) {
    const { notifyConditions } = await import('./notify-conditions.ts');
    await notifyConditions(ports, run, { ...order, known });
  }
}

function seesAnything({ uses = [], forecasts = [], stops, observed }: Observations): boolean {
  return uses.length + forecasts.length + observed.length + (stops?.stopped.length ?? 0) > 0;
}
