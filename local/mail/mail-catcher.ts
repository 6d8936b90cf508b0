import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type packageExports from 'aws-ses-v2-local';
import { serveInbox } from './inbox-page.ts';

/** A mail service that keeps every mail and shows it in an inbox page. */
export interface MailCatcher {
  /** The address of the service and of its inbox page; `GET /store` there gives the mails as JSON. */
  readonly url: string;
  close(): Promise<void>;
}

/** The mail catcher could not be started. The message says why and what to do. */
export class MailCatcherStartError extends Error {
  override readonly name = 'MailCatcherStartError';
}

// A CommonJS package whose default export Node and the test runner import differently; `require` is the same in both.
const mailCatcher = createRequire(import.meta.url)('aws-ses-v2-local') as typeof packageExports;

const host = '127.0.0.1';

/**
 * Starts the mail catcher in this process, on `port` or, with 0, on any free one. Mails are kept in memory, and by all
 * catchers of a process together. Raises MailCatcherStartError.
 */
export async function startMailCatcher({ port = 0 }: { readonly port?: number } = {}): Promise<MailCatcher> {
  const server = await mailCatcher.default({ host, port });
  const address: AddressInfo | string | null = server.address();
  // The package says that it is up even when the port was not to be had.
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
