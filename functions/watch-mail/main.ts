import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { dynamoRecipientStore } from '../../shared/mail/store/dynamo-recipient-store.ts';
import { watchMail } from '../../shared/mail/use-cases/watch-mail.ts';
import { countReachable } from '../../shared/notifications/use-cases/read-routing.ts';
import { settingsVariables } from '../../shared/settings/contract/settings-variables.ts';
import { watcherSchemas } from '../../shared/settings/contract/watcher-schemas.ts';
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
