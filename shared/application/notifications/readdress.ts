import { isAstray, notificationsOf } from '../../domain/notifications/notification.ts';
import type { Routing } from '../../domain/notifications/routing.ts';
import type { AlertLease } from '../../domain/notifications/topics.ts';
import type { AlertStore } from './ports.ts';

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
  const anew = astray.flatMap(({ event, at }) => notificationsOf(event, at, routing));
  await alerts.enqueue(anew);
  await alerts.settle(astray.map(({ notificationId }) => notificationId));
}
