import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod';

import { hookReports } from '../../hook/api/hook-reports.ts';
import { linkSigner } from '../../kernel/aws/link-signer.ts';
import { readDeployment } from '../../kernel/aws/read-deployment.ts';
import { secretKey } from '../../kernel/aws/secret-key.ts';
import { apiVariables } from '../../kernel/contract/api-paths.ts';
import { invariant } from '../../kernel/invariant.ts';
import { lambdaStarter } from '../../kernel/runs/aws/start-run.ts';
import { createLogger } from '../../kernel/runtime/logger.ts';
import { plainError } from '../../kernel/runtime/plain-error.ts';
import { readEnvironment } from '../../kernel/runtime/read-environment.ts';
import { systemClock } from '../../kernel/runtime/system-clock.ts';
import { createDynamo } from '../../kernel/store/create-dynamo.ts';
import { createHandler, type AdminApiDeps } from './admin-api-handler.ts';
import { deployedInstallation } from './deployed-installation.ts';

type Handler = ReturnType<typeof createHandler>;

const { CURFEW_DEPLOYMENT, CURFEW_LINK_KEY_SECRET_ID } = readEnvironment(z.object(apiVariables), process.env);
const logger = createLogger('admin-api');
const [ssm, dynamo] = [new SSMClient(), createDynamo()];

const readSecret = secretKey(new SecretsManagerClient(), CURFEW_LINK_KEY_SECRET_ID);
const links = linkSigner(readSecret);

async function open(): Promise<Handler> {
  const deployment = await readDeployment(ssm, CURFEW_DEPLOYMENT);
  invariant(deployment !== undefined, 'a deployment has parameters that say where its parts are');
  const installation = deployedInstallation(deployment, { dynamo, endpointOf: () => ({}), readSecret });
  const { functions } = deployment.parts;
  // Few requests open a page.
  const latePages = late(async () => {
    const { installationPages } = await import('../../requests/api/pages/installation-pages.ts');
    return installationPages(installation, links);
  });
  const starter: AdminApiDeps['starter'] = lambdaStarter(functions);
  const pages: AdminApiDeps['pages'] = {
    get: async (...asked) => (await latePages()).get(...asked),
    refuse: async (...asked) => (await latePages()).refuse(...asked),
    post: async (...asked) => (await latePages()).post(...asked),
  };
  const hooks = hookReports(installation, {
    clock: systemClock,
    start: async (run) => starter.start(run),
    onError: (error) => logger.error('what a hook reported could not start a run', plainError(error)),
    // It lies beside the bundle.
    file: () => readFileSync(join(import.meta.dirname, 'curfew-hook.mjs'), 'utf8'),
  });
  return createHandler({ logger, installation, now: () => systemClock.now(), starter, pages, hooks });
}

function late<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return async () => (loaded ??= load());
}

let opening: Promise<Handler> | undefined;

export const handler = async (...call: Parameters<Handler>): Promise<Awaited<ReturnType<Handler>>> => {
  // What failed once is tried again with the next call.
  opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  const answer = await opening;
  return answer(...call);
};
