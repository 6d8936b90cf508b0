import type { Ids, LeaseStore } from '../../kernel/runs/ports.ts';
import type { RunContext } from '../../kernel/runs/run.ts';
import { LeaseLostError, underLease } from '../../kernel/runs/use-cases/lease-keeper.ts';
import { decideDelivery, deliveryMoment, type DeliveryRules } from '../delivery.ts';
import { isAstray, notificationsOf } from '../notification.ts';
import type { AlertStore, MailPorts } from '../ports.ts';
import type { Routing } from '../routing.ts';
import type { AlertLease } from '../topics.ts';

/** What drafts and writes mails, for runs whose start does not read it: most of them have no mail. */
export const lateDueMails = async () => import('./due-mails.ts');

/**
 * Writes mails that waited for the end of quiet hours or for a digest, when a run has nothing else to do. Does not call
 * the platform. The lease is that of the runs that write such mails: two that compose the same notifications would send
 * them twice. While another run holds it nothing is written: that run, or the next hourly one, writes what is due.
 */
export async function deliverWaiting(
  ports: MailPorts & { readonly ids: Ids; readonly leases: LeaseStore },
  run: RunContext,
  {
    rules,
    nowMs,
    lease,
  }: {
    readonly rules: DeliveryRules;
    readonly nowMs: number;
    readonly lease: { readonly name: AlertLease; readonly durationMs: number };
  },
  findStandIns?: () => Promise<readonly string[]>,
): Promise<void> {
  const delivery = deliveryMoment(rules, nowMs);
  const pending = (await ports.alerts.listPending(lease.name)).map(({ notification }) => notification);
  if (decideDelivery(pending, delivery).due.length === 0) {
    return;
  }
  try {
    await underLease(ports, lease, async (keeper) => {
      const { draftMails, writeMails } = await lateDueMails();
      const drafts = await draftMails(ports, run, { leases: [lease.name], delivery, summaries: [] }, findStandIns);
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

/** Redirects notifications for an address that changed hands to the person meant, or to substitutes. Mails stay. */
export async function readdress(
  { alerts }: { readonly alerts: AlertStore },
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
