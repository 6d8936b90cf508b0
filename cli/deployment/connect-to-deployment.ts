import { SSMClient } from '@aws-sdk/client-ssm';
import { SignatureV4 } from '@smithy/signature-v4';

import { httpClient, type ApiRequest } from '../../shared/kernel/api/client/http-client.ts';
import { clientOptions } from '../../shared/kernel/client-options.ts';
import type { DeploymentName } from '../../shared/kernel/contract/deployment-parts.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { awsEndpoint } from './aws-endpoint.ts';
import { openDeployment } from './open-deployment.ts';

/** The API of a deployment: calls are signed with the caller's own rights in AWS. Raises CommandError. */
export async function connectToDeployment(context: CommandContext, name: DeploymentName) {
  const { env } = context.io;
  const deployment = await openDeployment(name, env);
  const { door: address, region } = deployment.parts;
  await deployment.installation.close();
  const words = `${name.stage}/${name.organization}`;
  if (address === undefined) {
    throw new CommandError(`An earlier version deployed ${words}, which has no admin API: npm run deploy`);
  }
  context.noteWhere(`On ${deployment.title}`);
  const ssm = new SSMClient(clientOptions(awsEndpoint('SSM', env, region)));
  const signer = new SignatureV4({
    service: 'execute-api',
    region,
    credentials: ssm.config.credentials,
    sha256: ssm.config.sha256,
  });
  return {
    api: httpClient({
      address: `${address}/iam`,
      sign: async (request) => signed(signer, request),
      unreachable: (error) =>
        new CommandError(
          `The admin API of ${words} does not answer (${error instanceof Error ? error.message : 'no answer'}): check the way to the network, and the alarms of the deployment`,
        ),
    }),
    explained: deployment.explained,
    close: async () => Promise.resolve(ssm.destroy()),
  };
}

async function signed(
  signer: SignatureV4,
  { method, url, headers, body }: ApiRequest,
): Promise<Record<string, string>> {
  const request = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    port: url.port === '' ? undefined : Number(url.port),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { ...headers, host: url.host },
    body,
  });
  return request.headers;
}
