import type { AlertNotice } from '../../domain/alerts/alert-notice.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { AlertStore, PendingNotice } from './ports.ts';
import type { Outbox } from '../mail/ports.ts';

/**
 * What everybody is still to be told, by recipient in matching form. A notice whose mail turns out to be written, by
 * a run that ended before it could note that, is settled and not among them.
 */
export async function pendingByRecipient(ports: {
  readonly alerts: AlertStore;
  readonly outbox: Outbox;
}): Promise<ReadonlyMap<string, readonly AlertNotice[]>> {
  const pending = await ports.alerts.listPending();
  const written = await writtenMails(ports.outbox, pending);
  const isTold = ({ mailId }: PendingNotice) => mailId !== undefined && written.has(mailId);
  const told = pending.filter(isTold);
  if (told.length > 0) {
    await ports.alerts.settle(told.map(({ notice }) => notice.noticeId));
  }
  const left = pending.filter((entry) => !isTold(entry)).map(({ notice }) => notice);
  return Map.groupBy(left, ({ recipient }) => emailKey(recipient));
}

async function writtenMails(outbox: Outbox, pending: readonly PendingNotice[]): Promise<ReadonlySet<string>> {
  const mailIds = new Set(pending.flatMap(({ mailId }) => mailId ?? []));
  const written = new Set<string>();
  for (const mailId of mailIds) {
    if ((await outbox.find(mailId)) !== undefined) {
      written.add(mailId);
    }
  }
  return written;
}
