import { shortKey } from '../../domain/notifications/short-key.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import type { MailEvent } from '../../domain/mail/mail-event.ts';
import { decideTrouble } from '../../domain/mail/recipient.ts';
import type { Journal } from '../runs/ports.ts';
import type { RecipientStore } from './ports.ts';

export interface MailEventPorts {
  readonly journal: Journal;
  readonly recipients: RecipientStore;
}

/** `noted`: from now on others are notified in place of this address. `recorded`: the event changes nothing else. */
type MailEventOutcome = 'noted' | 'recorded';

/** Events of one address come a few at a time at most. */
const triesMax = 5;

/**
 * Records one event about a mail: the journal has every one, once, and the address is noted where mail does not reach
 * it. An event that is delivered twice, late or out of order comes to the same. Raises an error when others kept
 * changing what is known of the address; the event is then to be delivered again.
 */
export async function recordMailEvent(ports: MailEventPorts, event: MailEvent): Promise<MailEventOutcome> {
  await ports.journal.append([entryOf(event)]);
  for (let tries = 0; tries < triesMax; tries += 1) {
    const next = decideTrouble(await ports.recipients.find(event.address), event);
    if (next === undefined) {
      return 'recorded';
    }
    if (await ports.recipients.replace(next)) {
      return 'noted';
    }
  }
  throw new Error('what is known of an address changed under every try to note that its mail came back');
}

function entryOf({ eventId, at, what, address, detail, mailId, subject }: MailEvent): JournalEntry {
  return {
    id: `mail/${shortKey(eventId)}/${address}`,
    at,
    kind: 'mail-returned',
    actor: 'curfew',
    subject: address,
    detail: { what, detail, mail: mailId ?? null, mailSubject: subject ?? null },
  };
}
