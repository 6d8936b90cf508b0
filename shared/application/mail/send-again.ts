import { withoutLinks } from '../../domain/mail/mail-link.ts';
import type { Mail, OpenMail, OutboxMail } from '../../domain/mail/mail.ts';
import { withNote } from '../../domain/mail/render/with-note.ts';
import { isGrave } from '../../domain/notifications/severity.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { Outbox } from './ports.ts';

/** A mail of unknown outcome that was reported is shown for so long. */
const shownMs = 7 * 86_400_000;

const again = '/again';
const inPlace = `${again}/for/`;

/** The sentence with which a grave mail goes a second time. */
export const mayComeTwice = 'This may reach you twice: nobody knows whether it did the first time.';

/**
 * Writes each grave mail of unknown outcome once more: that nobody hears of something grave is worse than that somebody
 * hears of it twice. Where nobody knows of the second time either, it goes to those who stand in for the recipient, and
 * no further. Doing it again changes nothing.
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
    const entry = mailId.includes(inPlace) ? undefined : await outbox.find(mailId);
    if (entry !== undefined && isGrave(entry.mail.severity ?? 'info')) {
      const more = mailId.endsWith(again) ? inPlaceOf(entry) : [secondOf(entry)];
      await outbox.write(more, new Date(nowMs).toISOString());
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

/** What goes to those who stand in: all that it says, but for links, which are the recipient's alone. */
function inPlaceOf({ mail }: OutboxMail): readonly Mail[] {
  const { notBefore: _, tells: _tells, standIns = [], links: _links, ...said } = mail;
  const note = `Nobody knows whether this reached ${mail.to}, though it was sent twice. It is sent to you in their place.`;
  const { text, html } = withNote(mail, note);
  return standIns.map((to) => ({
    ...said,
    text: withoutLinks(text, '(a link of the recipient alone)'),
    html: withoutLinks(html, '#'),
    mailId: `${mail.mailId.slice(0, -again.length)}${inPlace}${emailKey(to)}`,
    to,
    carries: [],
  }));
}
