import { createDynamo } from '../../shared/adapters/dynamo/create-dynamo.ts';
import { dynamoJournal } from '../../shared/adapters/dynamo/dynamo-journal.ts';
import { dynamoRecipientStore } from '../../shared/adapters/dynamo/dynamo-recipient-store.ts';
import { countReachable } from '../../shared/application/notifications/read-routing.ts';
import { recordMailEvent } from '../../shared/application/mail/record-mail-event.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readEnvironment } from '../../shared/runtime/read-environment.ts';
import { tableNames } from '../../shared/runtime/table-environment.ts';
import { WatchMailEnvironment, watchMailTables } from './env.ts';
import { createHandler } from './handler.ts';

const env = readEnvironment(WatchMailEnvironment, process.env);
const tables = tableNames(watchMailTables, env);
const dynamo = createDynamo();

const ports = {
  journal: dynamoJournal(dynamo, tables.journal),
  recipients: dynamoRecipientStore(dynamo, tables.recipients),
};

export const handler = createHandler({
  logger: createLogger('watch-mail'),
  recordMailEvent: async (event) => recordMailEvent(ports, event),
  countReachable: async () => countReachable(ports.recipients, env.CURFEW_SETTINGS),
});
