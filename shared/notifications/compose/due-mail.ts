import { channelIn } from '../../channels/channel.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { RunContext } from '../../kernel/runs/run.ts';
import { minuteText } from '../../kernel/time/day.ts';
import type { ContentLink, MailContent } from '../../mail/content.ts';
import { mailIdFor } from '../../mail/mail-id.ts';
import type { MailLink } from '../../mail/mail-link.ts';
import { carriesMax, containedMax, type Mail, type UnknownMail } from '../../mail/mail.ts';
import { readable } from '../../mail/printable.ts';
import { renderHtml } from '../../mail/render/render-html.ts';
import { renderText } from '../../mail/render/render-text.ts';
import { domainOf, unlinked } from '../../mail/unlinked.ts';
import { emailKey } from '../../roster/email.ts';
import { decideSummaryMail, type DeliveryMoment } from '../delivery.ts';
import type { Notification } from '../notification.ts';
import { compareSeverity, isGrave, type Severity } from '../severity.ts';
import { channelMessage } from './channel-message.ts';
import { composeMail } from './compose-mail.ts';

/** A mail about a run itself; it also contains its recipient's notifications. */
export interface Summary {
  readonly mailId: string;
  /** Normalized email. */
  readonly recipient: string;
  readonly severity: Severity;
  readonly contentWith: (notifications: readonly Notification[]) => MailContent;
  /** Earlier mails of unknown outcome that the content names. */
  readonly carries: readonly string[];
}

/** A mail with the ids of all its notifications, which may be more than it names. */
export interface ComposedMail {
  readonly mail: Mail;
  readonly contained: readonly string[];
}

/** Composes a mail on demand, deterministically: the texts of all mails of a run take much memory. */
export type MailDraft = () => ComposedMail;

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
    mailId: mailIdFor(first.recipient, `told/${first.notificationId}`),
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
  const notes = unknown.map(({ subject, writtenAt }) => `“${subject}”, written on ${minuteText(writtenAt)}`);
  return { kind: 'notes', heading: 'Earlier mails that may not have reached you', notes };
}

function linksIn({ sections }: MailContent, more: readonly ContentLink[] = []): readonly MailLink[] {
  const links = [...sections.flatMap((section) => (section.kind === 'links' ? section.links : [])), ...more];
  return [...new Map(links.map(({ id, purpose, subject, door }) => [id, { id, purpose, subject, door }])).values()];
}

function mailOf(
  content: MailContent,
  { runId, at }: RunContext,
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
  // The only place that makes a mail: outside text must not become a link in a mail client, in any of its three texts.
  const channel = channelIn(to);
  const domain = domainOf(to);
  const own = domain === undefined ? ownDomains : [domain, ...ownDomains];
  const print = oncePerText((text) => unlinked(readable(text), own));
  // A program reads addresses as they are.
  const toChannel = channel?.kind === 'webhook' ? readable : print;
  const toldTo = channel && channelMessage(notifications, { at, content, print: toChannel });
  const links = linksIn(content, toldTo?.links);
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
    ...(toldTo && { message: toldTo.message }),
  };
  return { mail, contained };
}

/** The texts of a mail are the same in its forms: each is made safe once. */
function oncePerText(print: (text: string) => string): (text: string) => string {
  const printed = new Map<string, string>();
  return (text) => {
    const known = printed.get(text) ?? print(text);
    printed.set(text, known);
    return known;
  };
}

/** One mail for all notifications of a recipient; a channel gets each report by itself, and a pager each alert. */
export function messagesOf(notifications: readonly Notification[]): readonly (readonly Notification[])[] {
  const [first] = notifications;
  const channel = first && channelIn(first.recipient);
  if (channel === undefined) {
    return [notifications];
  }
  const matterOf = (each: Notification) =>
    each.kind === 'report' ? each.notificationId : channel.kind === 'pagerduty' ? each.event.conditionId : '';
  return [...Map.groupBy(notifications, matterOf).values()];
}

/** A serious mail, and every message to a channel, names the substitutes who are told if it does not arrive. */
export function standingIn({ mail, contained }: ComposedMail, standIns: readonly string[]): ComposedMail {
  const others =
    isGrave(mail.severity ?? 'info') || mail.message !== undefined
      ? standIns.filter((email) => emailKey(email) !== emailKey(mail.to))
      : [];
  return { mail: others.length === 0 ? mail : { ...mail, standIns: others }, contained };
}
