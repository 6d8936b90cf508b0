import { startMailCatcher, type MailCatcher } from '../../local/mail/open-mail.ts';

/** A mail catcher without mails: catchers of one process share their store, and so do the test files of a worker. */
export async function startEmptyMailCatcher(): Promise<MailCatcher> {
  const catcher = await startMailCatcher();
  await fetch(`${catcher.url}/clear-store`, { method: 'POST' });
  return catcher;
}
