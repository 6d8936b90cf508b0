import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { linkSigner } from '../../shared/adapters/secrets/link-signer.ts';
import { secretKey } from '../../shared/adapters/secrets/secret-key.ts';
import { createSes } from '../../shared/adapters/ses/create-ses.ts';
import { sendMails } from '../../shared/application/mail/send-mails.ts';
import { linkVariables, mailVariables } from '../../shared/contracts/jobs/job-variables.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { durableFunction } from '../../shared/wiring/lambda/durable-function.ts';
import { mailerPorts } from '../../shared/wiring/ports/mailer-ports.ts';
import { createHandler } from './handler.ts';
import { job } from './job.ts';

const env = readJobEnvironment(job, { ...mailVariables(), ...linkVariables() }, process.env);
const logger = createLogger(job.folder);

const ports = mailerPorts({
  dynamo: createDynamo(),
  ses: createSes(),
  links: linkSigner(secretKey(new SecretsManagerClient({}), env.CURFEW_LINK_KEY_SECRET_ID)),
  tables: env.tables,
  mailFrom: env.CURFEW_MAIL_FROM,
  mailConfigurationSet: env.CURFEW_MAIL_CONFIGURATION_SET,
});

export const handler = durableFunction(job.limits.durable, (steps) =>
  createHandler({ logger, clock: systemClock, steps, sendMails: async (order) => sendMails(ports, steps, order) }),
);
