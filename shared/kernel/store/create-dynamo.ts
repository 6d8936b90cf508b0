import { DynamoDBClient, GetResourcePolicyCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { clientOptions, type EndpointOptions } from '../client-options.ts';

/**
 * The client of all stores. It tries a call up to six times, so every write must be idempotent. Numbers beyond
 * JavaScript's exact range are read as text, so that schemas reject them by name.
 */
export function createDynamo(options: EndpointOptions = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient(clientOptions(options));
  // It copies every item for an unused log.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: exactNumber },
  });
}

function exactNumber(text: string): number | string {
  const value = Number(text);
  const isExact = Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
  return isExact ? value : text;
}

/** The resource policy of a table as text; undefined without one. Throws other DynamoDB errors. */
export async function tablePolicyOf(dynamo: DynamoDBClient, ResourceArn: string): Promise<string | undefined> {
  try {
    return (await dynamo.send(new GetResourcePolicyCommand({ ResourceArn }))).Policy;
  } catch (error) {
    if (error instanceof Error && error.name === 'PolicyNotFoundException') {
      return undefined;
    }
    throw error;
  }
}
