import { LambdaClient } from '@aws-sdk/client-lambda';
import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod';

import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { lambdaStarter } from '../../shared/adapters/lambda/start-run.ts';
import { readDeployment } from '../../shared/adapters/parameters/read-deployment.ts';
import { doorVariables } from '../../shared/contracts/door-variables.ts';
import { invariant } from '../../shared/domain/invariant.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readEnvironment } from '../../shared/runtime/read-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { deployedInstallation } from '../../shared/wiring/deployed-installation.ts';
import { createHandler } from './handler.ts';

const { CURFEW_DEPLOYMENT } = readEnvironment(z.object(doorVariables), process.env);
const deployment = await readDeployment(new SSMClient(), CURFEW_DEPLOYMENT);
invariant(deployment !== undefined, 'a deployment has parameters that say where its parts are');

export const handler = createHandler({
  logger: createLogger('admin-api'),
  installation: deployedInstallation(deployment, { dynamo: createDynamo(), endpointOf: () => ({}) }),
  now: () => systemClock.now(),
  starter: lambdaStarter(new LambdaClient(), deployment.parts.functions),
});
