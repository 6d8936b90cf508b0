import { isGrave } from '../../notifications/severity.ts';
import { emailKey } from '../../roster/email.ts';
import { withoutLinks } from '../mail-link.ts';
import type { Mail, OpenMail, OutboxMail } from '../mail.ts';
import { withNote } from '../render/with-note.ts';
import type { Outbox } from './ports.ts';

/** How long a reported mail of unknown outcome is shown. */
const shownMs = 7 * 86_400_000;

const again = '/again';
const inPlace = `${again}/for/`;

export const mayComeTwice = 'This may reach you twice: nobody knows whether it did the first time.';

/**
 * Sends each serious mail of unknown outcome once more: a duplicate is better than a lost alert. If the second outcome
 * is unknown too, the mail goes to the recipient's substitutes, and no further. Idempotent.
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
  // Its notices name the first mail as the one that notified.
  const { notBefore: _, tells: _tells, ...said } = mail;
  return {
    ...said,
    ...withNote(mail, mayComeTwice),
    mailId: `${mail.mailId}${again}`,
    subject: `${mail.subject} (sent again)`,
    carries: [],
  };
}

/** The copy for substitutes: without links, which act for the recipient. */
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
