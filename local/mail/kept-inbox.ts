import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as mailStore from 'aws-ses-v2-local/dist/store.js';
import * as z from 'zod';
import { writePrivately } from '../state/private-files.ts';

// The catcher keeps its mails in this module of its own, and has no other way to be given those of an earlier run.
const { getStoreReadonly } = createRequire(import.meta.url)('aws-ses-v2-local/dist/store.js') as typeof mailStore;

const Email = z.object({
  messageId: z.string(),
  from: z.string(),
  replyTo: z.array(z.string()),
  destination: z.object({ to: z.array(z.string()), cc: z.array(z.string()), bcc: z.array(z.string()) }),
  subject: z.string(),
  body: z.object({ html: z.string().optional(), text: z.string().optional() }),
  attachments: z.array(
    z.object({
      content: z.string(),
      contentType: z.string(),
      filename: z.string().optional(),
      size: z.number(),
    }),
  ),
  at: z.number(),
});
const KeptMails = z.array(Email);

/** The newest so many mails are kept. */
const mailsKeptMax = 500;

/** Puts the mails of earlier runs back into the inbox of this process. A file that cannot be read is left out. */
export function refillInbox(file: string): void {
  const { emails } = getStoreReadonly();
  const known = new Set(emails.map((mail) => mail.messageId));
  emails.push(...keptMails(file).filter((mail) => !known.has(mail.messageId)));
  emails.sort((a, b) => a.at - b.at);
}

/** Writes the mails of the inbox to a file, so that they outlive this process. */
export function keepInbox(file: string): void {
  writePrivately(file, JSON.stringify(getStoreReadonly().emails.slice(-mailsKeptMax)));
}

function keptMails(file: string): z.output<typeof KeptMails> {
  try {
    return KeptMails.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? [];
  } catch {
    // No file yet, or one that was cut short: the outbox table is the record of mails, this is only their display.
    return [];
  }
}
