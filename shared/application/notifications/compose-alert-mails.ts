import type { AlertNotice } from '../../domain/alerts/alert-notice.ts';
import { composeAlertMail } from '../../domain/alerts/compose-alert-mail.ts';
import { decideDelivery, type DeliveryMoment } from '../../domain/alerts/delivery.ts';
import { invariant } from '../../domain/invariant.ts';
import type { MailContent } from '../../domain/mail/content.ts';
import { tellsMax, type Mail } from '../../domain/mail/mail.ts';
import { renderHtml } from '../../domain/mail/render-html.ts';
import { renderText } from '../../domain/mail/render-text.ts';
import type { AlertStore } from './ports.ts';
import type { Clock } from '../runs/ports.ts';
import type { Outbox } from '../mail/ports.ts';
import type { RunContext } from '../runs/run-context.ts';

/** A mail with the ids of all the alert notices that it tells, which may be more than it names. */
export interface TellingMail {
  readonly mail: Mail;
  readonly told: readonly string[];
}

/** One mail to each recipient for whom something is due that no other mail of the run tells. */
export function composeAlertMails(
  pending: ReadonlyMap<string, readonly AlertNotice[]>,
  run: RunContext,
  { delivery, told }: { readonly delivery: DeliveryMoment; readonly told: ReadonlySet<string> },
): readonly TellingMail[] {
  return [...pending.values()]
    .map((notices) => decideDelivery(notices, delivery).due.filter(({ noticeId }) => !told.has(noticeId)))
    .filter((due) => due.length > 0)
    .map((due) => alertMail(due, run));
}

/**
 * Writes mails to the outbox, and settles the notices that they tell. A run may end anywhere in between: the next one
 * knows by the mail that was chosen for a notice whether it is written.
 */
export async function writeMails(
  ports: { readonly alerts: AlertStore; readonly clock: Clock; readonly outbox: Outbox },
  mails: readonly TellingMail[],
): Promise<void> {
  const choices = mails.flatMap(({ mail: { mailId }, told }) => told.map((noticeId) => ({ noticeId, mailId })));
  if (choices.length > 0) {
    // Before the mails: who finds one of them written then knows what stands in it.
    await ports.alerts.assign(choices);
  }
  await ports.outbox.write(
    mails.map(({ mail }) => mail),
    new Date(ports.clock.now()).toISOString(),
  );
  if (choices.length > 0) {
    await ports.alerts.settle(choices.map(({ noticeId }) => noticeId));
  }
}

/** Named after the first of its notices: each is in one mail, so that no other mail has that name. */
function alertMail(notices: readonly AlertNotice[], run: RunContext): TellingMail {
  const [first] = notices;
  invariant(first !== undefined, 'a mail tells of something');
  const about = { mailId: `told/${first.noticeId}`, to: first.recipient, alerts: notices };
  return mailOf(composeAlertMail(notices, run), run, about);
}

/** A mail of a run as it is going to stand in the outbox, with the alerts that it tells. */
export function mailOf(
  content: MailContent,
  { runId }: RunContext,
  about: { readonly mailId: string; readonly to: string; readonly alerts: readonly AlertNotice[] },
): TellingMail {
  const { mailId, to, alerts } = about;
  const told = alerts.map(({ noticeId }) => noticeId);
  const mail = {
    mailId,
    to,
    subject: content.subject,
    text: renderText(content),
    html: renderHtml(content),
    runId,
    carries: [],
    ...(told.length === 0 ? {} : { tells: told.slice(0, tellsMax) }),
  };
  return { mail, told };
}
