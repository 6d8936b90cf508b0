export interface DynamoOptions {
  /** Absent: the one of AWS, or of the environment. */
  readonly endpoint?: string;
  readonly region?: string;
}

/** What every client of DynamoDB is made with; the embedded engine asks for an account and takes every one. */
export function clientOptions(options: DynamoOptions) {
  const { endpoint, region = 'us-east-1' } = options;
  const isLocal = endpoint !== undefined && isThisMachine(endpoint);
  return {
    ...options,
    ...(isLocal && { region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
    maxAttempts: 6,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  };
}

function isThisMachine(endpoint: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(endpoint).hostname);
}
