import type { Mail, OpenMail, OutboxMail } from '../../domain/mail/mail.ts';
import { withNote } from '../../domain/mail/render/with-note.ts';
import { isGrave } from '../../domain/notifications/severity.ts';
import type { Outbox } from './ports.ts';

/** A mail of unknown outcome that was reported is shown for so long. */
const shownMs = 7 * 86_400_000;

const again = '/again';

/** The sentence with which a grave mail goes a second time. */
export const mayComeTwice = 'This may reach you twice: nobody knows whether it did the first time.';

/**
 * Writes each grave mail of unknown outcome once more: that nobody hears of something grave is worse than that somebody
 * hears of it twice. A mail that goes a second time is not written a third time. Doing it again changes nothing.
 */
export async function writeAgain(outbox: Outbox, open: readonly OpenMail[], nowMs: number): Promise<void> {
  for (const { mailId, state, writtenAt } of open) {
    if (state.kind !== 'unknown') {
      continue;
    }
    if (state.carriedBy !== undefined) {
      if (nowMs - Date.parse(writtenAt) >= shownMs) {
        await outbox.move(mailId, state, { ...state, isClosed: true });
      }
      continue;
    }
    const entry = mailId.endsWith(again) ? undefined : await outbox.find(mailId);
    if (entry !== undefined && isGrave(entry.mail.severity ?? 'info')) {
      await outbox.write([secondOf(entry)], new Date(nowMs).toISOString());
    }
  }
}

function secondOf({ mail }: OutboxMail): Mail {
  // The notices in it name the first mail, as what told of them.
  const { notBefore: _, tells: _tells, ...said } = mail;
  return {
    ...said,
    ...withNote(mail, mayComeTwice),
    mailId: `${mail.mailId}${again}`,
    subject: `${mail.subject} (sent again)`,
    carries: [],
  };
}
