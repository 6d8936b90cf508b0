import { decideDelivery, deliveryMoment, type DeliveryRules } from '../../domain/alerts/delivery.ts';
import { composeAlertMails, writeMails } from './compose-alert-mails.ts';
import { LeaseLostError, underLease, type LeaseKeeper } from '../runs/lease-keeper.ts';
import { pendingByRecipient } from './pending-notices.ts';
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
  /** That of the runs that write such mails: two that compose from the same notices would send them twice. */
  readonly lease: { readonly name: string; readonly durationMs: number };
}

/**
 * Writes the mails that tell what waited for the end of quiet hours or for a digest, for a run that has nothing else to
 * do. The platform is not asked. While another run holds the lease nothing is written: that run tells what is due, or
 * the next one of the hour does.
 */
export async function deliverWaiting(ports: WaitingPorts, run: RunContext, order: WaitingOrder): Promise<void> {
  if (!(await isAnythingDue(ports, order))) {
    return;
  }
  try {
    await underLease(ports, order.lease, async (keeper) => tellDue(ports, run, { ...order, keeper }));
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      throw error;
    }
  }
}

async function isAnythingDue(ports: WaitingPorts, { rules, nowMs }: WaitingOrder): Promise<boolean> {
  const notices = (await ports.alerts.listPending()).map(({ notice }) => notice);
  return notices.length > 0 && decideDelivery(notices, deliveryMoment(rules, nowMs)).due.length > 0;
}

async function tellDue(
  ports: WaitingPorts,
  run: RunContext,
  { rules, nowMs, keeper }: WaitingOrder & { readonly keeper: LeaseKeeper },
): Promise<void> {
  const delivery = deliveryMoment(rules, nowMs);
  const mails = composeAlertMails(await pendingByRecipient(ports), run, { delivery, told: new Set() });
  if (mails.length > 0) {
    await keeper.renew();
    await writeMails(ports, mails);
  }
}
