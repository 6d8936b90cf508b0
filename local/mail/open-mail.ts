import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { SESClient } from '@aws-sdk/client-ses';
import type packageExports from 'aws-ses-v2-local';
import type * as mailStore from 'aws-ses-v2-local/dist/store.js';
import * as z from 'zod';

import { invariant } from '../../shared/kernel/invariant.ts';
import { callOf, refuse, refuseForeign } from '../../shared/kernel/runtime/refuse-foreign.ts';
import { createSes } from '../../shared/mail/aws.ts';
import { writePrivately } from '../state/private-files.ts';

export interface MailCatcher {
  /** The service and its inbox; `GET /store` returns the mails as JSON. */
  readonly url: string;
  close(): Promise<void>;
}

export class MailCatcherStartError extends Error {
  override readonly name = 'MailCatcherStartError';
}

// A CommonJS package whose default export Node and the test runner import differently; `require` works in both.
const mailCatcher = createRequire(import.meta.url)('aws-ses-v2-local') as typeof packageExports;

const host = '127.0.0.1';

/** Starts the mail catcher on `port`, 0 for any; a process's catchers share mails. Throws MailCatcherStartError. */
export async function startMailCatcher({ port = 0 }: { readonly port?: number } = {}): Promise<MailCatcher> {
  const server = await mailCatcher.default({ host, port });
  const address: AddressInfo | string | null = server.address();
  // The package reports success even when the port is taken.
  if (address === null || typeof address === 'string') {
    throw new MailCatcherStartError(
      `The mail catcher cannot listen on port ${port}: the port is already in use. Stop the program that uses it, or choose another port.`,
    );
  }
  serveInbox(server);
  return {
    url: `http://${host}:${address.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The page's policy: only its own script runs, nothing from mails. */
interface InboxPage {
  readonly html: string;
  readonly policy: string;
}

/**
 * Replaces a mail catcher's page with ours: mails by recipient, as seen by the reader. Other addresses stay. Refuses
 * pages of other origins.
 */
function serveInbox(server: Server): void {
  const page = readPage();
  const catching = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const isPage = request.method === 'GET' && request.url?.split('?')[0] === '/';
    const refusal = refuseForeign(callOf(request), { port: portOf(server), isPage });
    if (refusal !== undefined) {
      refuse(refusal, response);
    } else if (isPage) {
      answerWith(page, response);
    } else {
      catching.forEach((listener) => void Reflect.apply(listener, server, [request, response]));
    }
  });
}

function answerWith({ html, policy }: InboxPage, response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.end(html);
}

function portOf(server: Server): number {
  const address = server.address();
  invariant(typeof address === 'object' && address !== null, 'the server listens on a port');
  return address.port;
}

function readPage(): InboxPage {
  const html = readFileSync(join(import.meta.dirname, 'inbox.html'), 'utf8');
  const script = /<script>(.*)<\/script>/su.exec(html)?.[1];
  invariant(script !== undefined, 'the inbox page has one script');
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    // Mails use inline styles.
    "style-src 'unsafe-inline'",
    'img-src data:',
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { html, policy: policy.join('; ') };
}

export interface MailService {
  readonly endpoint: string;
  readonly ses: SESClient;
  readonly inbox?: string;
  keep(): void;
  close(): Promise<void>;
}

/** Passes on the catcher's start errors. */
export async function openMail(
  source: { readonly endpoint: string } | { readonly file: string; readonly port?: number },
): Promise<MailService> {
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
