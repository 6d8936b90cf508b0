import * as z from 'zod';
import { MailLinkDocument } from '../../../contracts/documents/mail/mail-link-document.ts';
import type { Mail, MailState, OutboxMail } from '../../../domain/mail/mail.ts';
import type { Item } from './stored-item.ts';
import { storing } from './storing.ts';

/** A mail's state in the form of its item. */
export const StateItem = storing<MailState>()(
  z.lazy(() =>
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('written'), attempts: z.int().min(0), tryAfter: z.iso.datetime().exactOptional() }),
      z.object({ kind: z.literal('sending'), attempts: z.int().min(0), owner: z.string(), since: z.string() }),
      z.object({ kind: z.literal('sent'), messageId: z.string(), at: z.string() }),
      z.object({ kind: z.literal('refused'), problem: z.string() }),
      z.object({ kind: z.literal('unknown'), problem: z.string(), carriedBy: z.string().exactOptional() }),
    ]),
  ),
);

/** The key of open mails in the index. */
export const openMark = 'open';

const mailItem = () =>
  z.object({
    mailId: z.string().min(1),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    runId: z.string(),
    carries: z.array(z.string()),
    tells: z.array(z.string()).exactOptional(),
    links: z.array(MailLinkDocument).exactOptional(),
    notBefore: z.iso.datetime().exactOptional(),
    state: StateItem,
    writtenAt: z.string(),
    /** The key of the index of open mails: a mail without it is not listed there. */
    open: z.literal(openMark).exactOptional(),
  });

// Made when they are first needed: most runs have no mail.
export const OutboxItem = storing<Mail>()(z.lazy(mailItem));

/** What is read of an open mail when its texts are not asked for. */
export const OpenMailItem = z.lazy(() =>
  mailItem().pick({ mailId: true, notBefore: true, state: true, writtenAt: true }),
);

export function newOutboxItem(mail: Mail, writtenAt: string): Item {
  const state: MailState = { kind: 'written', attempts: 0 };
  return { ...mail, state, writtenAt, open: openMark };
}

export function outboxMail(item: z.output<typeof OutboxItem>): OutboxMail {
  const { state, writtenAt, open: _open, ...mail } = item;
  return { mail, state, writtenAt };
}
