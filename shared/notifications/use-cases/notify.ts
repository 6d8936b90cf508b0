import type { RunContext } from '../../kernel/runs/use-cases/run-context.ts';
import type { Observations } from '../conditions/decide-conditions.ts';
import type { NotifyOrder } from './notify-conditions.ts';
import type { NotifyPorts } from './ports.ts';

export type { NotifyOrder };

/**
 * How every job notifies: observations become conditions, then notifications, which the run's mails are made of. Reads
 * the open states when they are not given.
 */
export async function notify(
  ports: NotifyPorts,
  run: RunContext,
  order: Omit<NotifyOrder, 'known'> & Partial<NotifyOrder>,
): Promise<void> {
  const known = order.known ?? (await ports.alerts.read(order.lease, []));
  // A late import: nothing to decide when nothing is open or observed.
  if (known.length > 0 || order.report !== undefined || seesAnything(order.observations)) {
    const { notifyConditions } = await import('./notify-conditions.ts');
    await notifyConditions(ports, run, { ...order, known });
  }
}

function seesAnything({ uses = [], forecasts = [], stops, observed }: Observations): boolean {
  return uses.length + forecasts.length + observed.length + (stops?.stopped.length ?? 0) > 0;
}
