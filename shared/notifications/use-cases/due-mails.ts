import type { ComposedMails } from '../../kernel/runs/use-cases/job.ts';
import type { RunContext } from '../../kernel/runs/use-cases/run-context.ts';
import type { Outbox, RecipientStore } from '../../mail/use-cases/ports.ts';
import { emailKey } from '../../roster/email.ts';
import { decideDelivery, deliveryMoment, type DeliveryMoment } from '../delivery.ts';
import type { Notification } from '../notification.ts';
import { routeTo } from '../routing.ts';
import { isGrave } from '../severity.ts';
import type { AlertLease } from '../topics.ts';
import { describeUnheard, type Grave, unheardConditions } from '../unheard.ts';
import { notificationsMail, summaryMail, unknownMails } from './make-mail.ts';
import type { ComposedMail, MailDraft, MailPorts, PendingNotification, Summary } from './ports.ts';
import { readRouting, type NotificationSettings } from './read-routing.ts';
import { writeMails } from './write-mails.ts';

interface DueMailsOrder {
  readonly lease: AlertLease;
  /** Further leases the run holds: findings under them go in the same mails. */
  readonly also?: readonly AlertLease[];
  readonly settings: { readonly admins: readonly string[]; readonly alerts: NotificationSettings };
  readonly nowMs: number;
  /** Serious outcomes that no recipient would get. */
  readonly unheard?: readonly Grave[];
}

/** The due mails, those of earlier runs included, and what to report where no one can be notified. */
export async function composeDueMails(
  ports: MailPorts & { readonly recipients: RecipientStore },
  run: RunContext,
  { lease, also = [], settings, nowMs, unheard = [] }: DueMailsOrder,
): Promise<ComposedMails> {
  const delivery = deliveryMoment(settings.alerts, nowMs);
  const standIns = async () => routeTo([], await readRouting(ports.recipients, settings));
  const drafts = await draftMails(ports, run, { leases: [lease, ...also], delivery, summaries: [], standIns });
  // New open conditions are already in this run's report.
  const open = unheard.length > 0 ? [] : await ports.alerts.read(lease, []);
  return {
    count: drafts.length,
    problem: unheard.length + open.length === 0 ? undefined : await problemOf(),
    write: async () => {
      if (drafts.length > 0) {
        await writeMails(ports, drafts);
      }
    },
  };

  async function problemOf(): Promise<string | undefined> {
    const routing = await readRouting(ports.recipients, settings);
    return describeUnheard([...unheard, ...unheardConditions(open, routing, run.at)], routing);
  }
}

interface MailOrder {
  readonly leases: readonly AlertLease[];
  readonly delivery: DeliveryMoment;
  readonly summaries: readonly Summary[];
  readonly standIns?: () => Promise<readonly string[]>;
}

/** One mail for each recipient with something due. Writes nothing. */
export async function draftMails(
  ports: MailPorts,
  run: RunContext,
  { leases, delivery, summaries, standIns: findStandIns }: MailOrder,
): Promise<readonly MailDraft[]> {
  const pending = await pendingByRecipient(ports, leases);
  if (pending.size === 0 && summaries.length === 0) {
    return [];
  }
  const standIns = (await findStandIns?.()) ?? [];
  const withSummary: ComposedMail[] = [];
  for (const summary of summaries) {
    // A written mail is final: later notifications take a mail of their own.
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

/** A serious mail names the substitutes who are told if its delivery is unknown. */
function standingIn({ mail, contained }: ComposedMail, standIns: readonly string[]): ComposedMail {
  const others = isGrave(mail.severity ?? 'info')
    ? standIns.filter((email) => emailKey(email) !== emailKey(mail.to))
    : [];
  return { mail: others.length === 0 ? mail : { ...mail, standIns: others }, contained };
}

/**
 * The pending notifications by normalized recipient. One whose mail is already written, by a run that ended before
 * noting it, is settled and left out.
 */
async function pendingByRecipient(
  ports: MailPorts,
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
