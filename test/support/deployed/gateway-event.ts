import { account } from './resolve-template.ts';

interface Call {
  /** The role of whoever signed; nobody, unless one is named. */
  readonly role?: string;
  readonly body?: object;
}

/** What API Gateway hands to a function for a call: payload format 2.0 of an HTTP API. */
export function gatewayEvent(method: string, path: string, { role, body }: Call): object {
  const [rawPath = '', rawQueryString = ''] = path.split('?');
  const userArn = `arn:aws:sts::${account}:assumed-role/${role}/ada`;
  return {
    version: '2.0',
    routeKey: `${method} ${rawPath.split('/').slice(0, 2).join('/')}/{proxy+}`,
    rawPath,
    rawQueryString,
    headers: { host: 'api.example', 'content-type': 'application/json', 'idempotency-key': 'of-this-call' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      accountId: account,
      apiId: 'api',
      domainName: 'api.example',
      requestId: 'request-1',
      stage: '$default',
      timeEpoch: 0,
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      ...(role !== undefined && { authorizer: { iam: { accountId: account, userArn } } }),
    },
  };
}
