import { dynamoAlertStore } from '../adapters/dynamo/mail/dynamo-alert-store.ts';
import { dynamoRecipientStore } from '../adapters/dynamo/mail/dynamo-recipient-store.ts';
import type { Tables } from './stores.ts';

// What a run asks to know whether there is a mail to write, apart from the other stores as what a run begins with is.

export const alerts = (on: Tables<'alerts'>) => dynamoAlertStore(on.dynamo, on.tables.alerts);
export const recipients = (on: Tables<'recipients'>) => dynamoRecipientStore(on.dynamo, on.tables.recipients);
