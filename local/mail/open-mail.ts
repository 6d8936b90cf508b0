import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { SESClient } from '@aws-sdk/client-ses';
import type * as mailStore from 'aws-ses-v2-local/dist/store.js';
import * as z from 'zod';

import { createSes } from '../../shared/mail/aws.ts';
import { writePrivately } from '../state/private-files.ts';
import { startMailCatcher } from './mail-catcher.ts';

export interface MailService {
  readonly endpoint: string;
  readonly ses: SESClient;
  readonly inbox?: string;
  keep(): void;
  close(): Promise<void>;
}

type MailSource = { readonly endpoint: string } | { readonly file: string; readonly port?: number };

/** Passes on the catcher's start errors. */
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

// The catcher stores mails in this internal module and has no API to restore earlier ones.
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

const mailsKeptMax = 500;

/** Restores earlier mails to the inbox. An unreadable file is ignored. */
function refillInbox(file: string): void {
  const { emails } = getStoreReadonly();
  const known = new Set(emails.map((mail) => mail.messageId));
  emails.push(...keptMails(file).filter((mail) => !known.has(mail.messageId)));
  emails.sort((a, b) => a.at - b.at);
}

export function keepInbox(file: string): void {
  writePrivately(file, JSON.stringify(getStoreReadonly().emails.slice(-mailsKeptMax)));
}

function keptMails(file: string): z.output<typeof KeptMails> {
  try {
    return KeptMails.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? [];
  } catch {
    // Missing or truncated: the outbox table is the record, this only a display.
    return [];
  }
}
