export interface DynamoOptions {
  /** Absent: the one of AWS, or of the environment. */
  readonly endpoint?: string;
  readonly region?: string;
  /** The one that the embedded engine answers to; another engine on this machine takes any. */
  readonly accessKeyId?: string | undefined;
}

/** What every client of DynamoDB is made with. Engines on this machine ask for an account and look at no signature. */
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
