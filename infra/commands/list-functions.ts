import { LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';

import type { DeployedFunction } from './command-io.ts';

/** The account's functions in a region, with role names. Throws SDK errors. */
export async function listFunctions(region: string): Promise<readonly DeployedFunction[]> {
  const client = new LambdaClient({ region });
  const functions: DeployedFunction[] = [];
  try {
    for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
      functions.push(
        ...Functions.map(({ Role = '', DurableConfig }) => ({
          role: Role.slice(Role.lastIndexOf('/') + 1),
          isDurable: DurableConfig !== undefined,
        })),
      );
    }
    return functions;
  } finally {
    client.destroy();
  }
}
