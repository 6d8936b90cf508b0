import { dynamoOutbox } from '../mail/store/dynamo-outbox.ts';
import type { Tables } from './stores.ts';

export const outbox = (on: Tables<'outbox'>) => dynamoOutbox(on.dynamo, on.tables.outbox);
