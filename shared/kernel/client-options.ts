/** Where a service of AWS, or what stands in for it, answers. */
export interface EndpointOptions {
  /** Default: AWS, or the environment's. */
  readonly endpoint?: string;
  readonly region?: string;
  /** The id the embedded engine expects; other local engines take any. */
  readonly accessKeyId?: string | undefined;
}

/** Options of every client of AWS. Local engines need credentials and ignore signatures. */
export function clientOptions({ endpoint, region, accessKeyId = 'local' }: EndpointOptions) {
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
