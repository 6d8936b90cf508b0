import { decideDelivery, deliveryMoment, type DeliveryRules } from '../../domain/notifications/delivery.ts';
import { composeMails, writeMails } from './write-mails.ts';
import { leaseKeeper, LeaseLostError, type LeaseKeeper } from '../runs/lease-keeper.ts';
import type { AlertStore } from './ports.ts';
import type { Clock, Ids, LeaseStore } from '../runs/ports.ts';
import type { Outbox } from '../mail/ports.ts';
import type { RunContext } from '../runs/run-context.ts';

export interface WaitingPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly outbox: Outbox;
  readonly alerts: AlertStore;
  readonly leases: LeaseStore;
}

export interface WaitingOrder {
  readonly rules: DeliveryRules;
  /** Unix milliseconds as of which it is decided what is due. */
  readonly nowMs: number;
  readonly leaseMs: number;
}

const lease = 'limits';

/**
 * Writes the mails that waited for the end of quiet hours or for a digest, for a nightly run that has nothing else to
 * do. The platform is not asked. Under the lease of the nightly run: two runs that compose from the same notifications
 * would send them twice.
 */
export async function deliverWaiting(ports: WaitingPorts, run: RunContext, order: WaitingOrder): Promise<void> {
  if (!(await isAnythingDue(ports, order))) {
    return;
  }
  const claim = { owner: ports.ids.next(), nowMs: ports.clock.now(), durationMs: order.leaseMs };
  const acquired = await ports.leases.acquire(lease, claim);
  if (acquired.kind === 'held') {
    // The run that holds it writes what is due itself, or the next one of the hour does.
    return;
  }
  const keeper = leaseKeeper(ports, acquired.lease, order.leaseMs);
  try {
    await writeDue(ports, run, { ...order, keeper });
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      throw error;
    }
  } finally {
    await ports.leases.release(acquired.lease);
  }
}

async function isAnythingDue(ports: WaitingPorts, { rules, nowMs }: WaitingOrder): Promise<boolean> {
  const pending = (await ports.alerts.listPending(lease)).map(({ notification }) => notification);
  return pending.length > 0 && decideDelivery(pending, deliveryMoment(rules, nowMs)).due.length > 0;
}

async function writeDue(
  ports: WaitingPorts,
  run: RunContext,
  { rules, nowMs, keeper }: WaitingOrder & { readonly keeper: LeaseKeeper },
): Promise<void> {
  const delivery = deliveryMoment(rules, nowMs);
  const mails = await composeMails(ports, run, { lease, delivery, summaries: [] });
  if (mails.length > 0) {
    await keeper.renew();
    await writeMails(ports, mails);
  }
}
