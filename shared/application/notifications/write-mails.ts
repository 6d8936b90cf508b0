import { invariant } from '../../domain/invariant.ts';
import type { MailContent } from '../../domain/mail/content.ts';
import type { MailLink } from '../../domain/mail/mail-link.ts';
import { carriesMax, tellsMax, type Mail, type OutboxMail } from '../../domain/mail/mail.ts';
import { renderHtml } from '../../domain/mail/render/render-html.ts';
import { renderText } from '../../domain/mail/render/render-text.ts';
import { composeMail } from '../../domain/notifications/compose/compose-mail.ts';
import { decideDelivery, decideSummaryMail, type DeliveryMoment } from '../../domain/notifications/delivery.ts';
import type { Notification } from '../../domain/notifications/notification.ts';
import type { Severity } from '../../domain/notifications/severity.ts';
import type { AlertLease } from '../../domain/notifications/topics.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { Outbox } from '../mail/ports.ts';
import type { Clock } from '../runs/ports.ts';
import type { RunContext } from '../runs/run-context.ts';
import type { AlertStore, PendingNotification } from './ports.ts';

export interface MailPorts {
  readonly alerts: AlertStore;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

/** A mail about a run itself. The notifications of its recipient stand in it too. */
export interface Summary {
  readonly mailId: string;
  /** In the matching form of the email. */
  readonly recipient: string;
  readonly severity: Severity;
  readonly contentWith: (notifications: readonly Notification[]) => MailContent;
  /** Earlier mails of which nobody knows whether they arrived, and that the content names. */
  readonly carries: readonly string[];
}

/** What the mails of a run are made of. */
export interface MailOrder {
  /** The leases that the run holds: it writes the notifications under these. */
  readonly leases: readonly AlertLease[];
  /** Who wants to be notified when, at the moment as of which the mails are written. */
  readonly delivery: DeliveryMoment;
  readonly summaries: readonly Summary[];
}

/** A mail with the ids of all notifications in it, which may be more than it names. */
export interface ComposedMail {
  readonly mail: Mail;
  readonly contained: readonly string[];
}

/** One mail to each recipient for whom something is due by now. Nothing is written yet. */
export async function composeMails(
  ports: MailPorts,
  run: RunContext,
  { leases, delivery, summaries }: MailOrder,
): Promise<readonly ComposedMail[]> {
  const pending = await pendingByRecipient(ports, leases);
  const withSummary: ComposedMail[] = [];
  for (const summary of summaries) {
    // A mail that is written stays as it is: what has come since then takes a mail of its own.
    const isWritten = (await ports.outbox.find(summary.mailId)) !== undefined;
    const own = isWritten ? [] : (pending.get(summary.recipient) ?? []);
    withSummary.push(summaryMail(summary, run, { pending: own, moment: delivery }));
  }
  const contained = new Set(withSummary.flatMap((mail) => mail.contained));
  const due = [...pending.values()]
    .map((own) => decideDelivery(own, delivery).due.filter(({ notificationId }) => !contained.has(notificationId)))
    .filter((own) => own.length > 0);
  const open = due.length === 0 ? [] : await ports.outbox.listOpen();
  const carried = new Set(withSummary.flatMap(({ mail }) => mail.carries));
  return [...withSummary, ...due.map((own) => notificationsMail(own, run, unknownMails(open, own, carried)))];
}

/**
 * Writes mails to the outbox, and settles the notifications in them. A run may end anywhere in between: the next one
 * knows by the mail that was chosen for a notification whether it is written.
 */
export async function writeMails(ports: MailPorts, mails: readonly ComposedMail[]): Promise<void> {
  const choices = mails.flatMap(({ mail: { mailId }, contained }) =>
    contained.map((notificationId) => ({ notificationId, mailId })),
  );
  if (choices.length > 0) {
    // Before the mails: who finds one of them written then knows what stands in it.
    await ports.alerts.assign(choices);
  }
  if (mails.length > 0) {
    await ports.outbox.write(
      mails.map(({ mail }) => mail),
      new Date(ports.clock.now()).toISOString(),
    );
  }
  if (choices.length > 0) {
    await ports.alerts.settle(choices.map(({ notificationId }) => notificationId));
  }
}

/**
 * The pending notifications, by recipient in matching form. One whose mail turns out to be written, by a run that
 * ended before it could note that, is settled and not among them.
 */
export async function pendingByRecipient(
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

function summaryMail(
  summary: Summary,
  run: RunContext,
  about: { readonly pending: readonly Notification[]; readonly moment: DeliveryMoment },
): ComposedMail {
  const { mailId, recipient, contentWith, carries } = summary;
  const { notifications, notBefore } = decideSummaryMail(summary, about);
  const { mail, contained } = mailOf(contentWith(notifications), run, {
    mailId,
    to: recipient,
    notifications,
    carries,
  });
  return { mail: { ...mail, ...(notBefore === undefined ? {} : { notBefore }) }, contained };
}

/** Named after the first of its notifications by id: each is in one mail, so that no other mail has that name. */
function notificationsMail(
  notifications: readonly Notification[],
  run: RunContext,
  unknown: readonly OutboxMail[],
): ComposedMail {
  const content = composeMail(notifications, run);
  const [first] = notifications;
  invariant(first !== undefined, 'a mail says something');
  const whole = unknown.length === 0 ? content : { ...content, sections: [...content.sections, lostMails(unknown)] };
  return mailOf(whole, run, {
    mailId: `told/${first.notificationId}`,
    to: first.recipient,
    notifications,
    carries: unknown.map(({ mail }) => mail.mailId),
  });
}

/** Mails to the same recipient of which nobody knows whether they arrived, and that no other mail of the run names. */
function unknownMails(
  open: readonly OutboxMail[],
  notifications: readonly Notification[],
  carried: ReadonlySet<string>,
): readonly OutboxMail[] {
  const recipients = new Set(notifications.map(({ recipient }) => emailKey(recipient)));
  return open
    .filter(({ mail, state }) => state.kind === 'unknown' && state.carriedBy === undefined && !carried.has(mail.mailId))
    .filter(({ mail }) => recipients.has(emailKey(mail.to)))
    .slice(0, carriesMax);
}

function lostMails(unknown: readonly OutboxMail[]): MailContent['sections'][number] {
  const notes = unknown.map(({ mail, writtenAt }) => `“${mail.subject}”, written at ${writtenAt}`);
  return { kind: 'notes', heading: 'Earlier mails that may not have reached you', notes };
}

/** Each link once, however often it is shown. */
function linksIn({ sections }: MailContent): readonly MailLink[] {
  const links = sections.flatMap((section) => (section.kind === 'links' ? section.links : []));
  return [...new Map(links.map(({ id, purpose, subject, door }) => [id, { id, purpose, subject, door }])).values()];
}

function mailOf(
  content: MailContent,
  { runId }: RunContext,
  about: Pick<Mail, 'mailId' | 'to' | 'carries'> & { readonly notifications: readonly Notification[] },
): ComposedMail {
  const { mailId, to, notifications, carries } = about;
  const contained = notifications.map(({ notificationId }) => notificationId);
  const links = linksIn(content);
  const mail = {
    mailId,
    to,
    subject: content.subject,
    text: renderText(content),
    html: renderHtml(content),
    runId,
    carries,
    ...(links.length === 0 ? {} : { links }),
    ...(contained.length === 0 ? {} : { tells: contained.slice(0, tellsMax) }),
  };
  return { mail, contained };
}
