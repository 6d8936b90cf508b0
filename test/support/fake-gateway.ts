import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { RunStarter } from '../../shared/kernel/api/operation.ts';
import { linkSigner } from '../../shared/kernel/aws/link-signer.ts';
import type { DeploymentParts } from '../../shared/kernel/contract/deployment-parts.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { installationPages } from '../../shared/requests/api/pages/installation-pages.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { createHandler } from '../../shared/wiring/lambda/admin-api-handler.ts';

const links = linkSigner(async () => Promise.resolve('k'.repeat(43)));

interface FakeGatewayOptions {
  /** Whom AWS proves, whatever key signed. */
  readonly callerArn: string;
  readonly region: string;
  readonly installation: (parts: DeploymentParts) => Installation;
  readonly starter: (parts: DeploymentParts) => RunStarter;
}

/** API Gateway in front of the function of the admin API. */
interface FakeGateway {
  readonly url: string;
  /** From now on calls are answered. */
  open(parts: DeploymentParts): void;
  close(): Promise<void>;
}

type Handler = ReturnType<typeof createHandler>;
type GatewayEvent = Parameters<Handler>[0];

/** Starts it on a free port: calls that are not signed for it are refused before the function sees them. */
export async function startFakeGateway(options: FakeGatewayOptions): Promise<FakeGateway> {
  let handler: Handler | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      if (handler === undefined || !isSigned(request, options.region)) {
        response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"Forbidden"}');
        return;
      }
      const answer = await handler(await eventOf(request, options.callerArn));
      const body = Buffer.from(answer.body ?? '', answer.isBase64Encoded === true ? 'base64' : 'utf8');
      response.writeHead(answer.statusCode, answer.headers as Record<string, string>).end(body);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    open(parts) {
      const logger = createLogger('admin-api');
      const [installation, starter] = [options.installation(parts), options.starter(parts)];
      handler = createHandler({
        logger,
        installation,
        starter,
        pages: installationPages(installation, links),
        hooks: {
          report: async () => Promise.resolve({ kind: 'unknown-token' }),
          file: () => '',
          now: () => Date.now(),
        },
        now: () => Date.now(),
      });
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function isSigned({ url = '', headers }: IncomingMessage, region: string): boolean {
  const scope = new RegExp(`^AWS4-HMAC-SHA256 Credential=[^/]+/\\d{8}/${region}/execute-api/aws4_request, `, 'u');
  return url.startsWith('/iam/') && scope.test(headers.authorization ?? '');
}

async function eventOf(request: IncomingMessage, userArn: string): Promise<GatewayEvent> {
  const { pathname, search } = new URL(request.url ?? '', 'http://gateway');
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const event = {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
    isBase64Encoded: false,
    requestContext: {
      domainName: 'gateway',
      http: { method: request.method, path: pathname, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' },
      authorizer: { iam: { userArn } },
    },
  };
  return event as unknown as GatewayEvent;
}
