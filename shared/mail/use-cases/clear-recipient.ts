import type { JournalEntry } from '../../journal/journal-entry.ts';
import type { Author } from '../../kernel/records/ports.ts';
import { emailKey } from '../../roster/email.ts';
import { clearTrouble, isTroubled, type Recipient, type Trouble } from '../recipient.ts';
import type { MailEventPorts } from './watch-mail.ts';

/** `stale`: a concurrent event about this address; read again and retry. */
type ClearOutcome =
  | { readonly kind: 'cleared'; readonly recipient: Recipient; readonly trouble: Trouble }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'stale' };

/** Records that mail reaches an address again, and who says so, from the next run on. */
export async function clearRecipient(ports: MailEventPorts, email: string, author: Author): Promise<ClearOutcome> {
  const found = await ports.recipients.find(emailKey(email));
  if (found === undefined || !isTroubled(found)) {
    return { kind: 'not-there' };
  }
  const { trouble } = found;
  // The journal first: it must hold who decided this.
  await ports.journal.append([entryOf(found.address, trouble, author)]);
  const recipient = clearTrouble(found, author.name, author.at);
  return (await ports.recipients.replace(recipient)) ? { kind: 'cleared', recipient, trouble } : { kind: 'stale' };
}

function entryOf(address: string, { cause, since, detail }: Trouble, { name, at }: Author): JournalEntry {
  return {
    id: `recipient/${address}/cleared/${name}`,
    at,
    kind: 'recipient-cleared',
    actor: name,
    subject: address,
    detail: { cause, since, detail },
  };
}
