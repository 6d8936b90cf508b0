import type { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';

import type { JobDeclaration } from '../../kernel/runs/contract/job-declaration.ts';
import type { TableOf } from '../../kernel/runs/contract/job-variables.ts';
import { immediateSteps } from '../../kernel/runs/store/immediate-steps.ts';
import { createLogger } from '../../kernel/runtime/logger.ts';
import { randomIds } from '../../kernel/runtime/random-ids.ts';
import { type JobEnvironment, readJobEnvironment } from '../../kernel/runtime/read-job-environment.ts';
import { systemClock } from '../../kernel/runtime/system-clock.ts';
import { createDynamo } from '../../kernel/store/create-dynamo.ts';
import { writeCreditsBy } from '../../kernel/texts/credits.ts';
import type { Tables } from '../stores.ts';
import type { HandlerDeps, SettingsOf, WiredJob } from '../wired-job.ts';

/** What a job of a deployment calls beside its tables, from its environment. Nothing is called yet. */
export type DeployedClients<J extends JobDeclaration, More> = (env: JobEnvironment<J>, logger: Logger) => More;

/** Reads the environment of a job and opens its ports. Raises EnvironmentError. */
export function deployedDeps<const J extends JobDeclaration, More, Ports, Order, Result>(
  { job, ports: open, run }: WiredJob<J, Tables<TableOf<J>> & More, Ports, Order, Result>,
  clients: DeployedClients<J, More>,
): Omit<HandlerDeps<Ports, SettingsOf<J>, Order, Result>, 'steps'> {
  const logger = createLogger(job.file);
  const env = readJobEnvironment(job, process.env);
  const ports = open({ dynamo: createDynamo(), tables: env.tables, ...clients(env, logger) });
  const settings = ('CURFEW_SETTINGS' in env ? env.CURFEW_SETTINGS : {}) as SettingsOf<J>;
  const on = { logger, clock: systemClock, ids: randomIds, ports, settings };
  return {
    ...on,
    run: async (order) => {
      writeCreditsBy(settings, on.clock.now());
      return run(ports, settings, order);
    },
  };
}

/** The function of a job whose runs are single invocations. */
export function deployedJob<const J extends JobDeclaration, More, Ports, Order, Result>(
  wired: WiredJob<J, Tables<TableOf<J>> & More, Ports, Order, Result>,
  clients: DeployedClients<J, More>,
): (event: never, context: Context) => Promise<unknown> {
  return wired.handler(wired.job, { ...deployedDeps(wired, clients), steps: immediateSteps() });
}
