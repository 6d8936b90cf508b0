import { linkVariables, mailVariables } from '../../shared/kernel/runs/contract/job-variables.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { sendMails } from '../../shared/mail/use-cases/send-mails.ts';
import { durableFunction } from '../../shared/wiring/lambda/durable-function.ts';
import { functionMailSender } from '../../shared/wiring/lambda/function-mail-sender.ts';
import { mailerPorts } from '../../shared/wiring/ports/mailer-ports.ts';
import { createHandler } from './handler.ts';
import { job } from './job.ts';

const env = readJobEnvironment(job, { ...mailVariables(), ...linkVariables() }, process.env);
const logger = createLogger(job.folder);

const ports = mailerPorts({ dynamo: createDynamo(), tables: env.tables, sender: functionMailSender(env) });

export const handler = durableFunction(job.limits.durable, (steps) =>
  createHandler({ logger, clock: systemClock, steps, sendMails: async (order) => sendMails(ports, steps, order) }),
);
