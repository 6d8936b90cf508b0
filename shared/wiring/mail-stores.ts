import { dynamoAlertStore } from '../adapters/dynamo/mail/dynamo-alert-store.ts';
import { dynamoOutbox } from '../adapters/dynamo/mail/dynamo-outbox.ts';
import { dynamoRecipientStore } from '../adapters/dynamo/mail/dynamo-recipient-store.ts';
import type { Tables } from './stores.ts';

// What comes of alerts and mails, apart from the other stores as what a run begins with is.

export const alerts = (on: Tables<'alerts'>) => dynamoAlertStore(on.dynamo, on.tables.alerts);
export const outbox = (on: Tables<'outbox'>) => dynamoOutbox(on.dynamo, on.tables.outbox);
export const recipients = (on: Tables<'recipients'>) => dynamoRecipientStore(on.dynamo, on.tables.recipients);
