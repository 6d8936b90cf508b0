import type { SESClient } from '@aws-sdk/client-ses';

import { sesMailSender } from '../../adapters/ses/ses-mail-sender.ts';
import type { MailSender } from '../../application/mail/ports.ts';
import { signingSender } from '../../application/mail/signed-links.ts';
import type { LinkSigner } from '../../application/requests/ports.ts';
import { systemClock } from '../../runtime/system-clock.ts';

interface SenderParts {
  readonly ses: SESClient;
  readonly links: Pick<LinkSigner, 'sign'>;
  readonly mailFrom: string;
  /** On one machine there is none. */
  readonly mailConfigurationSet?: string | undefined;
}

/** Sends mails by SES, their links signed. Nothing is called yet. */
export function mailSender({ ses, links, mailFrom, mailConfigurationSet }: SenderParts): MailSender {
  const sender = sesMailSender(ses, { from: mailFrom, configurationSet: mailConfigurationSet });
  return signingSender(sender, { links, clock: systemClock });
}
