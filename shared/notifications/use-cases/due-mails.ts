import { channelIn } from '../../channels/channel.ts';
import type { RunContext } from '../../kernel/runs/run.ts';
import type { ComposedMails } from '../../kernel/runs/use-cases/job.ts';
import { tellApart } from '../../kernel/texts/look-alike.ts';
import { mainDomains } from '../../mail/main-domains.ts';
import type { Outbox, RecipientStore } from '../../mail/ports.ts';
import { emailKey } from '../../roster/email.ts';
import {
  messagesOf,
  notificationsMail,
  standingIn,
  summaryMail,
  unknownMails,
  type ComposedMail,
  type MailDraft,
  type Summary,
} from '../compose/due-mail.ts';
import { decideDelivery, deliveryMoment, type DeliveryMoment, type NotificationSettings } from '../delivery.ts';
import type { Notification } from '../notification.ts';
import type { MailPorts, PendingNotification } from '../ports.ts';
import { routeTo } from '../routing.ts';
import type { AlertLease } from '../topics.ts';
import { describeUnheard, type Grave, unheardConditions } from '../unheard.ts';
import { readLookAlikes, readRouting } from './read-routing.ts';

const mailsPerWrite = 500;

/**
 * Writes mails to the outbox and settles their notifications. It may be interrupted anywhere: by the mail chosen for a
 * notification the next run knows whether it is written.
 */
export async function writeMails(ports: MailPorts, drafts: readonly MailDraft[]): Promise<void> {
  for (let from = 0; from < drafts.length; from += mailsPerWrite) {
    await writeComposed(
      ports,
      drafts.slice(from, from + mailsPerWrite).map((compose) => compose()),
    );
  }
}

async function writeComposed(ports: MailPorts, mails: readonly ComposedMail[]): Promise<void> {
  const choices = mails.flatMap(({ mail: { mailId }, contained }) =>
    contained.map((notificationId) => ({ notificationId, mailId })),
  );
  if (choices.length > 0) {
    // Before the mails, so that a run that finds a written mail knows its notifications.
    await ports.alerts.assign(choices);
  }
  await ports.outbox.write(
    mails.map(({ mail }) => mail),
    new Date(ports.clock.now()).toISOString(),
  );
  if (choices.length > 0) {
    await ports.alerts.settle(choices.map(({ notificationId }) => notificationId));
  }
}

/** The due mails, those of earlier runs included, and what to report where no one can be notified. */
export async function composeDueMails(
  ports: MailPorts & ReadsUsers & { readonly recipients: RecipientStore },
  run: RunContext,
  {
    lease,
    also = [],
    settings,
    nowMs,
    unheard = [],
  }: {
    readonly lease: AlertLease;
    /** Further leases the run holds: findings under them go in the same mails. */
    readonly also?: readonly AlertLease[];
    readonly settings: { readonly admins: readonly string[]; readonly alerts: NotificationSettings };
    readonly nowMs: number;
    /** Serious outcomes that no recipient would get. */
    readonly unheard?: readonly Grave[];
  },
): Promise<ComposedMails> {
  const delivery = deliveryMoment(settings.alerts, nowMs);
  const standIns = async () => routeTo([], await readRouting(ports.recipients, settings));
  const drafts = await draftMails(ports, run, { leases: [lease, ...also], delivery, summaries: [] }, standIns);
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

/** A job that reads the roster's users: the domains of most of them count as own. */
interface ReadsUsers {
  readonly users?: { list(): Promise<readonly { readonly email?: string | undefined }[]> };
}

async function emailsOf({ users }: ReadsUsers): Promise<readonly string[]> {
  return ((await users?.list()) ?? []).flatMap(({ email }) => email ?? []);
}

/** One mail for each recipient with something due; `findStandIns` is asked where there is one. Writes nothing. */
export async function draftMails(
  ports: MailPorts & ReadsUsers,
  run: RunContext,
  {
    leases,
    delivery: rules,
    summaries,
    emails,
  }: {
    readonly leases: readonly AlertLease[];
    readonly delivery: DeliveryMoment;
    readonly summaries: readonly Summary[];
    /** Of the people, where the run has them at hand. */
    readonly emails?: readonly string[] | undefined;
  },
  findStandIns?: () => Promise<readonly string[]>,
): Promise<readonly MailDraft[]> {
  const pending = await pendingByRecipient(ports, leases);
  if (pending.size === 0 && summaries.length === 0) {
    return [];
  }
  tellApart(await readLookAlikes(ports));
  const ownDomains = [...rules.ownDomains, ...mainDomains(emails ?? (await emailsOf(ports)))];
  const delivery = { ...rules, ownDomains };
  const standIns = (await findStandIns?.()) ?? [];
  const withSummary: ComposedMail[] = [];
  for (const summary of summaries) {
    // A written mail is final: later notifications take a mail of their own.
    const isWritten = (await ports.outbox.find(summary.mailId)) !== undefined;
    // A channel gets its alerts by themselves.
    const isAlone = isWritten || channelIn(summary.recipient) !== undefined;
    const own = isAlone ? [] : (pending.get(summary.recipient) ?? []);
    withSummary.push(standingIn(summaryMail(summary, run, { pending: own, moment: delivery }), standIns));
  }
  const contained = new Set(withSummary.flatMap((mail) => mail.contained));
  const due = [...pending.values()]
    .flatMap(messagesOf)
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
