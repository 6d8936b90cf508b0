import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { SESClient } from '@aws-sdk/client-ses';
import type * as mailStore from 'aws-ses-v2-local/dist/store.js';
import * as z from 'zod';

import { createSes } from '../../shared/mail/aws/create-ses.ts';
import { writePrivately } from '../state/private-files.ts';
import { startMailCatcher } from './mail-catcher.ts';

/** The mail service of an installation. */
export interface MailService {
  readonly endpoint: string;
  readonly ses: SESClient;
  /** The page that shows the mails, when they are caught here. */
  readonly inbox?: string;
  /** Writes the caught mails down, so that they are in the inbox again next time. */
  keep(): void;
  close(): Promise<void>;
}

/** A mail service that runs already, or the file behind the inbox of one that is started here. */
type MailSource = { readonly endpoint: string } | { readonly file: string; readonly port?: number };

/** Connects to the mail service. Raises what starting the catcher raises. */
export async function openMail(source: MailSource): Promise<MailService> {
  if ('endpoint' in source) {
    const ses = createSes({ endpoint: source.endpoint });
    return { endpoint: source.endpoint, ses, keep: () => {}, close: async () => ses.destroy() };
  }
  const { file, port = 0 } = source;
  const catcher = await startMailCatcher({ port });
  refillInbox(file);
  const ses = createSes({ endpoint: catcher.url });
  return {
    endpoint: catcher.url,
    ses,
    inbox: catcher.url,
    keep: () => keepInbox(file),
    async close() {
      ses.destroy();
      try {
        keepInbox(file);
      } finally {
        await catcher.close();
      }
    },
  };
}

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
function refillInbox(file: string): void {
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
