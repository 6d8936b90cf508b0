import { dynamoRecipientStore } from '../mail/store/dynamo-recipient-store.ts';
import { dynamoAlertStore } from '../notifications/store/dynamo-alert-store.ts';
import type { Tables } from './stores.ts';

// What a run asks to know whether there is a mail to write, apart from the other stores as what a run begins with is.

export const alerts = (on: Tables<'alerts'>) => dynamoAlertStore(on.dynamo, on.tables.alerts);
export const recipients = (on: Tables<'recipients'>) => dynamoRecipientStore(on.dynamo, on.tables.recipients);
