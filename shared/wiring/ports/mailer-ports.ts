import type { SESClient } from '@aws-sdk/client-ses';

import { sesMailSender } from '../../adapters/ses/ses-mail-sender.ts';
import { signingSender } from '../../application/mail/signed-links.ts';
import type { MailerPorts } from '../../application/mail/send-mails.ts';
import type { LinkSigner } from '../../application/requests/ports.ts';
import { randomIds } from '../../runtime/random-ids.ts';
import { systemClock } from '../../runtime/system-clock.ts';
import * as runStores from '../run-stores.ts';
import type * as stores from '../stores.ts';

interface MailerClients extends stores.Tables<'leases' | 'outbox'> {
  readonly ses: SESClient;
  readonly mailFrom: string;
  readonly links: Pick<LinkSigner, 'sign'>;
  /** On one machine there is none. */
  readonly mailConfigurationSet?: string | undefined;
}

/** The ports of the mailer on the real things. Nothing is called yet. */
export function mailerPorts({ ses, links, mailFrom, mailConfigurationSet, ...on }: MailerClients): MailerPorts {
  return {
    clock: systemClock,
    ids: randomIds,
    leases: runStores.leases(on),
    outbox: runStores.outbox(on),
    sender: signingSender(sesMailSender(ses, { from: mailFrom, configurationSet: mailConfigurationSet }), {
      links,
      clock: systemClock,
    }),
  };
}
