import { decideDelivery, deliveryMoment, type DeliveryRules } from '../../domain/notifications/delivery.ts';
import { isAstray, notificationsOf } from '../../domain/notifications/notification.ts';
import type { Routing } from '../../domain/notifications/routing.ts';
import type { AlertLease } from '../../domain/notifications/topics.ts';
import type { Outbox } from '../mail/ports.ts';
import { LeaseLostError, underLease } from '../runs/lease-keeper.ts';
import type { Clock, Ids, LeaseStore } from '../runs/ports.ts';
import type { RunContext } from '../runs/run-context.ts';
import { draftMails } from './due-mails.ts';
import type { AlertStore } from './ports.ts';
import { writeMails } from './write-mails.ts';

interface WaitingPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly outbox: Outbox;
  readonly alerts: AlertStore;
  readonly leases: LeaseStore;
}

interface WaitingOrder {
  readonly rules: DeliveryRules;
  /** Unix milliseconds as of which it is decided what is due. */
  readonly nowMs: number;
  /** Who stands in for the recipients of grave mails; nobody unless given. */
  readonly standIns?: () => Promise<readonly string[]>;
  /** That of the runs that write such mails: two that compose from the same notifications would send them twice. */
  readonly lease: { readonly name: AlertLease; readonly durationMs: number };
}

/**
 * Writes the mails that waited for the end of quiet hours or for a digest, for a run that has nothing else to do. The
 * platform is not asked. While another run holds the lease nothing is written: that run writes what is due, or the next
 * one of the hour does.
 */
export async function deliverWaiting(
  ports: WaitingPorts,
  run: RunContext,
  { rules, nowMs, lease, standIns }: WaitingOrder,
): Promise<void> {
  const delivery = deliveryMoment(rules, nowMs);
  const pending = (await ports.alerts.listPending(lease.name)).map(({ notification }) => notification);
  if (decideDelivery(pending, delivery).due.length === 0) {
    return;
  }
  try {
    await underLease(ports, lease, async (keeper) => {
      const drafts = await draftMails(ports, run, {
        leases: [lease.name],
        delivery,
        summaries: [],
        standIns,
      });
      if (drafts.length > 0) {
        await keeper.renew();
        await writeMails(ports, drafts);
      }
    });
  } catch (error) {
    if (!(error instanceof LeaseLostError)) {
      throw error;
    }
  }
}

/**
 * What still waits for the mail to an address that somebody else has by now goes to whoever it is about, or to those who
 * stand in for them. A mail that is written already is not called back.
 */
export async function readdress(
  { alerts }: { readonly alerts: Pick<AlertStore, 'listPending' | 'enqueue' | 'settle'> },
  { lease, routing }: { readonly lease: AlertLease; readonly routing: Routing },
): Promise<void> {
  const pending = await alerts.listPending(lease, (each) => each.kind === 'condition' && isAstray(each, routing));
  const astray = pending.flatMap(({ notification }) => (notification.kind === 'condition' ? [notification] : []));
  if (astray.length === 0) {
    return;
  }
  const routed = astray.flatMap(({ event, at }) => notificationsOf(event, at, routing));
  await alerts.enqueue(routed);
  await alerts.settle(astray.map(({ notificationId }) => notificationId));
}
