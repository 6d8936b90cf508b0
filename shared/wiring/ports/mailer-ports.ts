import type { MailSender } from '../../application/mail/ports.ts';
import type { MailerPorts } from '../../application/mail/send-mails.ts';
import { randomIds } from '../../runtime/random-ids.ts';
import { systemClock } from '../../runtime/system-clock.ts';
import { outbox } from '../outbox.ts';
import * as runStores from '../run-stores.ts';
import type * as stores from '../stores.ts';

interface MailerClients extends stores.Tables<'leases' | 'outbox'> {
  readonly sender: MailSender;
}

/** The ports of the mailer on the real things. Nothing is called yet. */
export function mailerPorts({ sender, ...on }: MailerClients): MailerPorts {
  return {
    clock: systemClock,
    ids: randomIds,
    leases: runStores.leases(on),
    outbox: outbox(on),
    sender,
  };
}
