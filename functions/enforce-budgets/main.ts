import { enforceBudgets } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import { limitsKeyVariables, platformVariables } from '../../shared/kernel/contract/platform-environment.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { enforcementSchemas } from '../../shared/settings/contract/enforcement-schemas.ts';
import { settingsVariables } from '../../shared/settings/contract/settings-variables.ts';
import { durableEnforcementPorts } from '../../shared/wiring/lambda/durable-enforcement-ports.ts';
import { durableFunction } from '../../shared/wiring/lambda/durable-function.ts';
import { enforcementPlatform } from '../../shared/wiring/lambda/enforcement-platform.ts';
import { createHandler } from './handler.ts';
import { job } from './job.ts';

const variables = {
  ...platformVariables,
  ...limitsKeyVariables(),
  ...settingsVariables(job.settings, enforcementSchemas),
};
const env = readJobEnvironment(job, variables, process.env);
const logger = createLogger(job.folder);

const ports = durableEnforcementPorts({
  dynamo: createDynamo(),
  platform: enforcementPlatform(env, logger),
  tables: env.tables,
});

/** For so long another run is waited for. A nightly run is not: the next one of the hour does its work. */
const patienceMs = {
  // Nobody gives the order again for an edit that came while a night went on; the night itself had planned by then.
  edit: 150 * 60_000,
  // Nobody gives that order again either, and until the night the limits of the old window are wide open.
  'window-start': 120 * 60_000,
} as const;

/** The runs that set limits, in steps that may outlive their process; they wait for as long as the platform asks. */
export const handler = durableFunction(job.limits.durable, (steps) =>
  createHandler({
    logger,
    clock: systemClock,
    steps,
    enforceBudgets: async (order) =>
      enforceBudgets({ ...ports, steps }, env.CURFEW_SETTINGS, {
        ...order,
        ...(order.kind !== undefined && { patienceMs: patienceMs[order.kind] }),
      }),
  }),
);
