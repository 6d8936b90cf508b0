import { randomIds } from '../../kernel/runtime/random-ids.ts';
import { systemClock } from '../../kernel/runtime/system-clock.ts';
import type { MailSender } from '../../mail/use-cases/ports.ts';
import type { MailerPorts } from '../../mail/use-cases/send-mails.ts';
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
