import { dynamoOutbox } from '../adapters/dynamo/mail/dynamo-outbox.ts';
import type { Tables } from './stores.ts';

// Apart from the stores of alerts: most runs of a watcher have no mail to write, and load it with their first one.

export const outbox = (on: Tables<'outbox'>) => dynamoOutbox(on.dynamo, on.tables.outbox);
