import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export interface DynamoOptions {
  /** Absent: the one of AWS, or of the environment. */
  readonly endpoint?: string;
  readonly region?: string;
}

/**
 * The client of all stores. It tries a call up to six times with growing delays, so every write must bear to be
 * applied twice. Numbers that JavaScript cannot hold exactly are read as text, so that schemas refuse them by name.
 */
export function createDynamo(options: DynamoOptions = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    ...options,
    ...(options.endpoint !== undefined && isThisMachine(options.endpoint) && localAccount(options.region)),
    maxAttempts: 6,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: exactNumber },
  });
}

/** The embedded engine asks for an account like any other, and takes every one. */
function localAccount(region = 'us-east-1') {
  return { region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
}

function isThisMachine(endpoint: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(endpoint).hostname);
}

function exactNumber(text: string): number | string {
  const value = Number(text);
  const isExact = Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
  return isExact ? value : text;
}
