import { DynamoDBClient, GetResourcePolicyCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export interface DynamoOptions {
  /** Default: AWS, or the environment's. */
  readonly endpoint?: string;
  readonly region?: string;
  /** The id the embedded engine expects; other local engines take any. */
  readonly accessKeyId?: string | undefined;
}

/** Options of every DynamoDB client. Local engines need credentials and ignore signatures. */
export function clientOptions({ endpoint, region, accessKeyId = 'local' }: DynamoOptions) {
  const isLocal = endpoint !== undefined && isThisMachine(endpoint);
  return {
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(isLocal && { region: region ?? 'us-east-1', credentials: { accessKeyId, secretAccessKey: 'local' } }),
    maxAttempts: 6,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  };
}

function isThisMachine(endpoint: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(endpoint).hostname);
}

/**
 * The client of all stores. It tries a call up to six times, so every write must be idempotent. Numbers beyond
 * JavaScript's exact range are read as text, so that schemas reject them by name.
 */
export function createDynamo(options: DynamoOptions = {}): DynamoDBDocumentClient {
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
