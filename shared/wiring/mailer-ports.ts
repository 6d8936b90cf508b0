import type { SESClient } from '@aws-sdk/client-ses';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { dynamoLeaseStore } from '../adapters/dynamo/dynamo-lease-store.ts';
import { dynamoOutbox } from '../adapters/dynamo/dynamo-outbox.ts';
import { sesMailSender } from '../adapters/ses/ses-mail-sender.ts';
import type { MailerPorts } from '../application/mail/send-mails.ts';
import type { TableNames } from '../contracts/tables.ts';
import { randomIds } from '../runtime/random-ids.ts';
import { systemClock } from '../runtime/system-clock.ts';

export interface MailerClients {
  readonly dynamo: DynamoDBDocumentClient;
  readonly ses: SESClient;
  readonly tables: Pick<TableNames, 'leases' | 'outbox'>;
  readonly mailFrom: string;
  /** On one machine there is none. */
  readonly mailConfigurationSet?: string | undefined;
}

/** The ports of the mailer on the real things. Nothing is called yet. */
export function mailerPorts({ dynamo, ses, tables, ...mail }: MailerClients): MailerPorts {
  return {
    clock: systemClock,
    ids: randomIds,
    leases: dynamoLeaseStore(dynamo, tables.leases),
    outbox: dynamoOutbox(dynamo, tables.outbox),
    sender: sesMailSender(ses, { from: mail.mailFrom, configurationSet: mail.mailConfigurationSet }),
  };
}
