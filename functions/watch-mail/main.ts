import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { dynamoRecipientStore } from '../../shared/adapters/dynamo/mail/dynamo-recipient-store.ts';
import { dynamoJournal } from '../../shared/adapters/dynamo/runs/dynamo-journal.ts';
import { immediateSteps } from '../../shared/adapters/memory/runs/immediate-steps.ts';
import { watchMail } from '../../shared/application/mail/watch-mail.ts';
import { countReachable } from '../../shared/application/notifications/read-routing.ts';
import { settingsVariables } from '../../shared/contracts/settings/settings-variables.ts';
import { watcherSchemas } from '../../shared/contracts/settings/watcher-schemas.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { createHandler } from './handler.ts';
import { job } from './job.ts';

const env = readJobEnvironment(job, settingsVariables(job.settings, watcherSchemas), process.env);
const dynamo = createDynamo();

const ports = {
  clock: systemClock,
  steps: immediateSteps(),
  journal: dynamoJournal(dynamo, env.tables.journal),
  recipients: dynamoRecipientStore(dynamo, env.tables.recipients),
};

export const handler = createHandler({
  logger: createLogger(job.folder),
  clock: systemClock,
  watchMail: async (order) => watchMail(ports, order),
  countReachable: async () => countReachable(ports.recipients, env.CURFEW_SETTINGS),
});
