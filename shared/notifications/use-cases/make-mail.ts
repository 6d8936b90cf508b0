import { invariant } from '../../kernel/invariant.ts';
import type { RunContext } from '../../kernel/runs/use-cases/run-context.ts';
import type { MailContent } from '../../mail/content.ts';
import type { MailLink } from '../../mail/mail-link.ts';
import { carriesMax, containedMax, type Mail, type UnknownMail } from '../../mail/mail.ts';
import { printable } from '../../mail/printable.ts';
import { renderHtml } from '../../mail/render/render-html.ts';
import { renderText } from '../../mail/render/render-text.ts';
import { domainOf, unlinked } from '../../mail/unlinked.ts';
import { emailKey } from '../../roster/email.ts';
import { composeMail } from '../compose/compose-mail.ts';
import { decideSummaryMail, type DeliveryMoment } from '../delivery.ts';
import type { Notification } from '../notification.ts';
import { compareSeverity } from '../severity.ts';
import type { ComposedMail, Summary } from './ports.ts';

/** The mail about a run itself, with its recipient's pending notifications. */
export function summaryMail(
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
    severity: summary.severity,
    ownDomains: about.moment.ownDomains,
  });
  return { mail: { ...mail, ...(notBefore === undefined ? {} : { notBefore }) }, contained };
}

/** Named after the first of its notifications by id: a notification is in one mail only, so the name is unique. */
export function notificationsMail(
  notifications: readonly Notification[],
  run: RunContext,
  { unknown, ownDomains }: { readonly unknown: readonly UnknownMail[]; readonly ownDomains: readonly string[] },
): ComposedMail {
  const content = composeMail(notifications, run);
  const [first] = notifications;
  invariant(first !== undefined, 'a mail says something');
  const whole = unknown.length === 0 ? content : { ...content, sections: [...content.sections, lostMails(unknown)] };
  return mailOf(whole, run, {
    mailId: `told/${first.notificationId}`,
    to: first.recipient,
    notifications,
    carries: unknown.map((mail) => mail.mailId),
    ownDomains,
  });
}

/** The mails to the same recipient that no other mail of the run names. */
export function unknownMails(
  unknown: readonly UnknownMail[],
  notifications: readonly Notification[],
  carried: ReadonlySet<string>,
): readonly UnknownMail[] {
  const recipients = new Set(notifications.map(({ recipient }) => emailKey(recipient)));
  return unknown.filter(({ mailId, to }) => !carried.has(mailId) && recipients.has(emailKey(to))).slice(0, carriesMax);
}

function lostMails(unknown: readonly UnknownMail[]): MailContent['sections'][number] {
  const notes = unknown.map(({ subject, writtenAt }) => `“${subject}”, written at ${writtenAt}`);
  return { kind: 'notes', heading: 'Earlier mails that may not have reached you', notes };
}

function linksIn({ sections }: MailContent): readonly MailLink[] {
  const links = sections.flatMap((section) => (section.kind === 'links' ? section.links : []));
  return [...new Map(links.map(({ id, purpose, subject, door }) => [id, { id, purpose, subject, door }])).values()];
}

function mailOf(
  content: MailContent,
  { runId }: RunContext,
  about: Pick<Mail, 'mailId' | 'to' | 'carries' | 'severity'> & {
    readonly notifications: readonly Notification[];
    readonly ownDomains: readonly string[];
  },
): ComposedMail {
  const { mailId, to, notifications, carries, ownDomains } = about;
  const [severity] = [
    ...notifications.map((each) => each.severity),
    ...(about.severity === undefined ? [] : [about.severity]),
  ].toSorted(compareSeverity);
  const contained = notifications.map(({ notificationId }) => notificationId);
  const links = linksIn(content);
  // The only place that makes a mail: outside text must not become a link in a mail client, in any of its three texts.
  const domain = domainOf(to);
  const own = domain === undefined ? ownDomains : [domain, ...ownDomains];
  const print = (text: string): string => unlinked(printable(text), own);
  const mail = {
    mailId,
    to,
    subject: print(content.subject),
    text: renderText(content, print),
    html: renderHtml(content, print),
    runId,
    carries,
    severity,
    ...(links.length === 0 ? {} : { links }),
    ...(contained.length === 0 ? {} : { tells: contained.slice(0, containedMax) }),
  };
  return { mail, contained };
}
