import type { SESClient } from '@aws-sdk/client-ses';

import { systemClock } from '../kernel/runtime/system-clock.ts';
import { sesMailSender } from '../mail/aws.ts';
import type { MailSender } from '../mail/ports.ts';
import { signingSender } from '../mail/use-cases/signed-links.ts';
import type { LinkSigner } from '../requests/ports.ts';

interface SenderParts {
  readonly ses: SESClient;
  readonly links: LinkSigner;
  readonly mailFrom: string;
  /** Absent on one machine. */
  readonly mailConfigurationSet?: string | undefined;
}

/** Sends mails by SES, their links signed. Nothing is called yet. */
export function mailSender({ ses, links, mailFrom, mailConfigurationSet }: SenderParts): MailSender {
  const sender = sesMailSender(ses, { from: mailFrom, configurationSet: mailConfigurationSet });
  return signingSender(sender, { links, clock: systemClock });
}
