import { createDynamo } from '../../shared/adapters/dynamo/create-dynamo.ts';
import { createSes } from '../../shared/adapters/ses/create-ses.ts';
import { sendMails } from '../../shared/application/mail/send-mails.ts';
import { durableRuns } from '../../shared/contracts/job-list.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readEnvironment } from '../../shared/runtime/read-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { tableNames } from '../../shared/runtime/table-environment.ts';
import { durableFunction } from '../../shared/wiring/durable-function.ts';
import { mailerPorts } from '../../shared/wiring/mailer-ports.ts';
import { DeliverMailsEnvironment, deliverMailsTables } from './env.ts';
import { createHandler } from './handler.ts';

const env = readEnvironment(DeliverMailsEnvironment, process.env);
const logger = createLogger('deliver-mails');

const ports = mailerPorts({
  dynamo: createDynamo(),
  ses: createSes(),
  tables: tableNames(deliverMailsTables, env),
  mailFrom: env.CURFEW_MAIL_FROM,
  mailConfigurationSet: env.CURFEW_MAIL_CONFIGURATION_SET,
});

export const handler = durableFunction(durableRuns.mails, (steps) =>
  createHandler({
    logger,
    clock: systemClock,
    steps,
    runMsMax: durableRuns.mails.runLimitSeconds * 1000,
    sendMails: async (order) => sendMails(ports, steps, order),
  }),
);
