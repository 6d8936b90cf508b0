import type { ComposedMail, MailDraft, MailPorts } from '../ports.ts';

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
