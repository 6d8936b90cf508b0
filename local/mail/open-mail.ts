import type { SESClient } from '@aws-sdk/client-ses';
import { createSes } from '../../shared/adapters/ses/create-ses.ts';
import { keepInbox, refillInbox } from './kept-inbox.ts';
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
      keepInbox(file);
      await catcher.close();
    },
  };
}
