import { createDynamo } from '../../shared/adapters/dynamo/create-dynamo.ts';
import { immediateSteps } from '../../shared/adapters/memory/immediate-steps.ts';
import { createSes } from '../../shared/adapters/ses/create-ses.ts';
import { sendMails } from '../../shared/application/send-mails.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readEnvironment } from '../../shared/runtime/read-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { tableNames } from '../../shared/runtime/table-environment.ts';
import { mailerPorts } from '../../shared/wiring/mailer-ports.ts';
import { DeliverMailsEnvironment, deliverMailsTables } from './env.ts';
import { createHandler } from './handler.ts';

const env = readEnvironment(DeliverMailsEnvironment, process.env);

const ports = mailerPorts({
  dynamo: createDynamo(),
  ses: createSes(),
  tables: tableNames(deliverMailsTables, env),
  mailFrom: env.CURFEW_MAIL_FROM,
});

export const handler = createHandler({
  logger: createLogger('deliver-mails'),
  clock: systemClock,
  stepsOf: () => immediateSteps(),
  sendMails: async (steps, order) => sendMails(ports, steps, order),
});
