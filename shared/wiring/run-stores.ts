import { dynamoAlertStore } from '../adapters/dynamo/mail/dynamo-alert-store.ts';
import { dynamoJournal } from '../adapters/dynamo/runs/dynamo-journal.ts';
import { dynamoLeaseStore } from '../adapters/dynamo/runs/dynamo-lease-store.ts';
import { dynamoOutbox } from '../adapters/dynamo/mail/dynamo-outbox.ts';
import { dynamoRecipientStore } from '../adapters/dynamo/mail/dynamo-recipient-store.ts';
import { dynamoRunStore } from '../adapters/dynamo/runs/dynamo-run-store.ts';
import type { Tables } from './stores.ts';

// What every run has to do with, apart from the other stores: a start reads a file as a whole, with all that any part of
// the bundle takes of it.

export const alerts = (on: Tables<'alerts'>) => dynamoAlertStore(on.dynamo, on.tables.alerts);
export const journal = (on: Tables<'journal'>) => dynamoJournal(on.dynamo, on.tables.journal);
export const leases = (on: Tables<'leases'>) => dynamoLeaseStore(on.dynamo, on.tables.leases);
export const outbox = (on: Tables<'outbox'>) => dynamoOutbox(on.dynamo, on.tables.outbox);
export const recipients = (on: Tables<'recipients'>) => dynamoRecipientStore(on.dynamo, on.tables.recipients);
export const runs = (on: Tables<'runs' | 'leases'>) => dynamoRunStore(on.dynamo, on.tables);
