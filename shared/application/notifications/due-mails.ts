import { decideDelivery, deliveryMoment, type DeliveryMoment } from '../../domain/notifications/delivery.ts';
import type { Notification } from '../../domain/notifications/notification.ts';
import { routeTo } from '../../domain/notifications/routing.ts';
import { isGrave } from '../../domain/notifications/severity.ts';
import type { AlertLease } from '../../domain/notifications/topics.ts';
import type { Grave } from '../../domain/notifications/unheard.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { Outbox, RecipientStore } from '../mail/ports.ts';
import type { ComposedMails } from '../runs/job.ts';
import type { RunContext } from '../runs/run-context.ts';
import type { ComposedMail, MailDraft, MailPorts, PendingNotification, Summary } from './ports.ts';
import { readRouting, type NotificationSettings } from './read-routing.ts';

/** What the mails of a run depend on that has no summary of its own. */
interface DueMailsOrder {
  /** The lease that the run holds. */
  readonly lease: AlertLease;
  /** Leases that the run holds as well: what was found under them goes in the same mails. */
  readonly also?: readonly AlertLease[];
  readonly settings: { readonly admins: readonly string[]; readonly alerts: NotificationSettings };
  readonly nowMs: number;
  /** What the run had to report, and nobody to report it to. */
  readonly unheard?: readonly Grave[];
}

/** The mails that are due by now, those of earlier runs too, and what the run says where nobody can be notified. */
export async function composeDueMails(
  ports: MailPorts & { readonly recipients: Pick<RecipientStore, 'list'> },
  run: RunContext,
  { lease, also = [], settings, nowMs, unheard = [] }: DueMailsOrder,
): Promise<ComposedMails> {
  const delivery = deliveryMoment(settings.alerts, nowMs);
  const standIns = async () => routeTo([], await readRouting(ports.recipients, settings));
  const drafts = await draftMails(ports, run, { leases: [lease, ...also], delivery, summaries: [], standIns });
  // What is open and new stands in the report of this run already.
  const open = unheard.length > 0 ? [] : await ports.alerts.read(lease, []);
  return {
    count: drafts.length,
    problem: unheard.length + open.length === 0 ? undefined : await problemOf(),
    write: async () => {
      // Most runs have none, and need not know how mails are written.
      if (drafts.length > 0) {
        const { writeMails } = await import('./write-mails.ts');
        await writeMails(ports, drafts);
      }
    },
  };

  async function problemOf(): Promise<string | undefined> {
    const { describeUnheard, unheardConditions } = await import('../../domain/notifications/unheard.ts');
    const routing = await readRouting(ports.recipients, settings);
    return describeUnheard([...unheard, ...unheardConditions(open, routing, run.at)], routing);
  }
}

/** What the mails of a run are made of. */
interface MailOrder {
  /** The leases that the run holds: it writes the notifications under these. */
  readonly leases: readonly AlertLease[];
  /** Who wants to be notified when, at the moment as of which the mails are written. */
  readonly delivery: DeliveryMoment;
  readonly summaries: readonly Summary[];
  /** Who stands in for the recipients of grave mails; nobody unless given. */
  readonly standIns?: () => Promise<readonly string[]>;
}

/** One mail to each recipient for whom something is due by now. Nothing is written yet. */
export async function draftMails(
  ports: MailPorts,
  run: RunContext,
  { leases, delivery, summaries, standIns: findStandIns }: MailOrder,
): Promise<readonly MailDraft[]> {
  const pending = await pendingByRecipient(ports, leases);
  if (pending.size === 0 && summaries.length === 0) {
    return [];
  }
  // Most runs have nothing to say, and need not know how mails are made.
  const { notificationsMail, summaryMail, unknownMails } = await import('./make-mail.ts');
  const standIns = (await findStandIns?.()) ?? [];
  const withSummary: ComposedMail[] = [];
  for (const summary of summaries) {
    // A mail that is written stays as it is: what has come since then takes a mail of its own.
    const isWritten = (await ports.outbox.find(summary.mailId)) !== undefined;
    const own = isWritten ? [] : (pending.get(summary.recipient) ?? []);
    withSummary.push(standingIn(summaryMail(summary, run, { pending: own, moment: delivery }), standIns));
  }
  const contained = new Set(withSummary.flatMap((mail) => mail.contained));
  const due = [...pending.values()]
    .map((own) => decideDelivery(own, delivery).due.filter(({ notificationId }) => !contained.has(notificationId)))
    .filter((own) => own.length > 0);
  const lost = due.length === 0 ? [] : await ports.outbox.listUnknown();
  const carried = new Set(withSummary.flatMap(({ mail }) => mail.carries));
  return [
    ...withSummary.map((mail) => () => mail),
    ...due.map((own) => () => {
      const unknown = unknownMails(lost, own, carried);
      return standingIn(notificationsMail(own, run, { unknown, ownDomains: delivery.ownDomains }), standIns);
    }),
  ];
}

/** A grave mail names who is told in its recipient's place, should nobody know whether it arrived. */
function standingIn({ mail, contained }: ComposedMail, standIns: readonly string[]): ComposedMail {
  const others = isGrave(mail.severity ?? 'info')
    ? standIns.filter((email) => emailKey(email) !== emailKey(mail.to))
    : [];
  return { mail: others.length === 0 ? mail : { ...mail, standIns: others }, contained };
}

/**
 * The pending notifications, by recipient in matching form. One whose mail turns out to be written, by a run that
 * ended before it could note that, is settled and not among them.
 */
async function pendingByRecipient(
  ports: Pick<MailPorts, 'alerts' | 'outbox'>,
  leases: readonly AlertLease[],
): Promise<ReadonlyMap<string, readonly Notification[]>> {
  const pending = (await Promise.all(leases.map(async (lease) => ports.alerts.listPending(lease)))).flat();
  const written = await writtenMails(ports.outbox, pending);
  const isWritten = ({ mailId }: PendingNotification) => mailId !== undefined && written.has(mailId);
  const done = pending.filter(isWritten);
  if (done.length > 0) {
    await ports.alerts.settle(done.map(({ notification }) => notification.notificationId));
  }
  const left = pending.filter((entry) => !isWritten(entry)).map(({ notification }) => notification);
  return Map.groupBy(left, ({ recipient }) => emailKey(recipient));
}

async function writtenMails(outbox: Outbox, pending: readonly PendingNotification[]): Promise<ReadonlySet<string>> {
  const mailIds = new Set(pending.flatMap(({ mailId }) => mailId ?? []));
  const written = new Set<string>();
  for (const mailId of mailIds) {
    if ((await outbox.find(mailId)) !== undefined) {
      written.add(mailId);
    }
  }
  return written;
}
