import type { ChannelMessage } from '../../channels/channel-message.ts';
import type { Clock } from '../../kernel/runs/ports.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { msPerDay } from '../../kernel/time/day.ts';
import type { LinkSigner } from '../../requests/ports.ts';
import { requestLimits } from '../../requests/request.ts';
import { emailKey } from '../../roster/email.ts';
import { linkPlace, type MailLink } from '../mail-link.ts';
import type { Mail } from '../mail.ts';
import type { MailSender } from '../ports.ts';

/** A sender that signs the links of each mail first. A mail whose links cannot be signed now is not sent yet. */
export function signingSender(sender: MailSender, { links, clock }: { links: LinkSigner; clock: Clock }): MailSender {
  return {
    async send(mail) {
      if (mail.links === undefined) {
        return sender.send(mail);
      }
      const signed = await withSignedLinks(mail, links, clock.now()).catch(() => undefined);
      return signed === undefined
        ? { kind: 'refused', problem: 'the key of the links cannot be read', retryable: true }
        : sender.send(signed);
    },
  };
}

/**
 * The mail as sent: its links are signed for the recipient alone. The outbox holds no signed link, so that a reader of
 * the tables cannot act for others. `nowMs`: Unix milliseconds.
 */
async function withSignedLinks(mail: Mail, links: LinkSigner, nowMs: number): Promise<Mail> {
  let { text, html, message } = mail;
  for (const link of mail.links ?? []) {
    const [place, address] = [linkPlace(link), await addressIn(mail, link, { links, nowMs })];
    text = text.replaceAll(place, address);
    html = html.replaceAll(place, address);
    message = message && withAddress(message, place, address);
  }
  return { ...mail, text, html, ...(message && { message }) };
}

function withAddress(message: ChannelMessage, place: string, address: string): ChannelMessage {
  const links = message.links?.map(({ text, url }) => ({ text, url: url.replace(place, address) }));
  return links === undefined ? message : { ...message, links };
}

async function addressIn(
  { mailId, to }: Mail,
  { id, purpose, subject, door }: MailLink,
  { links, nowMs }: { readonly links: LinkSigner; readonly nowMs: number },
): Promise<string> {
  if (purpose === 'console') {
    return `${door}${subject}`;
  }
  const token = await links.sign({
    purpose,
    person: emailKey(to),
    subject,
    expiresAt: Math.floor((nowMs + requestLimits.linkDaysMax * msPerDay) / 1_000),
    // A link of a mail is valid for one request, however often the mail is sent.
    nonce: `${new Date(nowMs).toISOString().slice(0, 7)}-${sha256(`${mailId} ${id}`).slice(0, 12)}`,
  });
  return `${door}/${purpose}/${token}`;
}
