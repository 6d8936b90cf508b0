import { verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';

import * as z from 'zod';

import type { Assembly } from '../../support/deployed/assembly.ts';
import { resourcesOf } from '../../support/deployed/deployment-data.ts';
import type { Resolve } from '../../support/deployed/resolve-template.ts';
import type { FakeBucket } from '../../support/fake-bucket.ts';

/** CloudFront with its function and headers, and API Gateway with its authorizer, as the templates have them. Not AWS. */
export interface StandInEdge {
  readonly origin: string;
  /** What was asked of the API, with the statuses that were answered. */
  readonly calls: { readonly path: string; readonly status: number }[];
  /** From now on no token is good any more. */
  isOver: boolean;
  /** Waits for what is still being answered. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface EdgeTerms {
  readonly assembly: Assembly;
  readonly resolve: Resolve;
  readonly bucket: FakeBucket;
  readonly issuerKeyPem: string;
  /** Invokes the function of the admin API. */
  readonly invoke: (event: object) => Promise<unknown>;
}

const Site = z.object({
  DistributionConfig: z.object({
    CacheBehaviors: z.tuple([
      z.object({ PathPattern: z.string().endsWith('/*'), AllowedMethods: z.array(z.string()) }),
    ]),
    Origins: z.tuple([z.object({}), z.object({ OriginPath: z.string() })]),
    CustomErrorResponses: z.array(z.strictObject({ ErrorCode: z.int(), ErrorCachingMinTTL: z.literal(0) })),
  }),
});
const Headers = z.object({
  ResponseHeadersPolicyConfig: z.object({
    CustomHeadersConfig: z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) }),
    SecurityHeadersConfig: z.object({
      ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }),
      ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }),
      FrameOptions: z.object({ FrameOption: z.string() }),
    }),
  }),
});
const Route = z.object({ RouteKey: z.string(), AuthorizationType: z.string() });
const Authorizer = z.object({ JwtConfiguration: z.object({ Issuer: z.string(), Audience: z.array(z.string()) }) });
const RouterCode = z.object({ FunctionCode: z.string() });
const Answer = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});
const Claims = z.looseObject({ iss: z.string(), aud: z.string(), exp: z.number() });

export async function startStandInEdge({ assembly, resolve, bucket, ...terms }: EdgeTerms): Promise<StandInEdge> {
  const consoleStacks = new Map([...assembly.templates].filter(([name]) => name.endsWith('-Console')));
  const propertiesOf = (type: string): readonly unknown[] =>
    resourcesOf({ ...assembly, templates: consoleStacks }, resolve, type).map(({ properties }) => properties);
  const [site] = propertiesOf('AWS::CloudFront::Distribution').map((each) => Site.parse(each).DistributionConfig);
  const [router] = propertiesOf('AWS::CloudFront::Function').map((each) => RouterCode.parse(each).FunctionCode);
  const [policy] = propertiesOf('AWS::CloudFront::ResponseHeadersPolicy').map((each) => Headers.parse(each));
  const [authorizer] = propertiesOf('AWS::ApiGatewayV2::Authorizer').map((each) => Authorizer.parse(each));
  const routes = propertiesOf('AWS::ApiGatewayV2::Route').map((each) => Route.parse(each));
  if (site === undefined || router === undefined || policy === undefined || authorizer === undefined) {
    throw new Error('the templates have no console');
  }
  const [{ PathPattern: apiPattern }] = site.CacheBehaviors;
  const [, { OriginPath: originPath }] = site.Origins;
  const headers = headersOf(policy);

  const answering = new Set<Promise<unknown>>();
  const edge = { origin: '', calls: [] as { path: string; status: number }[], isOver: false };
  const server = createServer((request, response) => {
    const answered = answer(request).then(
      ({ status, own, body }) => response.writeHead(status, { ...own, ...headers }).end(body),
      (error: unknown) => response.writeHead(599).end(String(error)),
    );
    answering.add(answered);
    void answered.finally(() => answering.delete(answered));
  });

  async function answer(request: IncomingMessage): Promise<Answered> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://edge');
    if (!pathname.startsWith(apiPattern.slice(0, -1))) {
      return fileAnswer(request, pathname);
    }
    const answered = await apiAnswer(request, `${originPath}${pathname}`, search.slice(1));
    edge.calls.push({ path: pathname, status: answered.status });
    return answered;
  }

  function fileAnswer(request: IncomingMessage, uri: string): Answered {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return { status: 403, own: {}, body: 'This distribution does not allow that method' };
    }
    const asked = z.string().parse(runInNewContext(`${router};handler(event).uri`, { event: { request: { uri } } }));
    const object = bucket.objects.get(decodeURIComponent(asked.slice(1)));
    // Whoever may not list a bucket is told no more of what is missing.
    return object === undefined
      ? { status: 403, own: { 'content-type': 'application/xml' }, body: '<Error><Code>AccessDenied</Code></Error>' }
      : { status: 200, own: { 'content-type': object.type, 'cache-control': object.cacheControl }, body: object.bytes };
  }

  async function apiAnswer(request: IncomingMessage, rawPath: string, rawQueryString: string): Promise<Answered> {
    const method = request.method ?? '';
    const route = routes.find(({ RouteKey }) => {
      const [wanted, path = ''] = RouteKey.split(' ');
      return wanted === method && rawPath.startsWith(path.replace('{proxy+}', ''));
    });
    if (route === undefined) {
      return gatewayWords(404, 'Not Found');
    }
    const claims = claimsIn(request.headers.authorization);
    if (route.AuthorizationType !== 'JWT' || claims === undefined) {
      return gatewayWords(401, 'Unauthorized');
    }
    const body = (await buffer(request)).toString('utf8');
    const event = {
      version: '2.0',
      routeKey: route.RouteKey,
      rawPath,
      rawQueryString,
      headers: { ...request.headers, host: 'api.example' },
      ...(body !== '' && { body }),
      isBase64Encoded: false,
      requestContext: {
        domainName: 'api.example',
        http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' },
        authorizer: { jwt: { claims, scopes: null } },
      },
    };
    const { statusCode, headers: own, body: text, isBase64Encoded } = Answer.parse(await terms.invoke(event));
    return { status: statusCode, own, body: Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8') };
  }

  /** As the authorizer of API Gateway hands them on: each as a text. Undefined for a token that it refuses. */
  function claimsIn(authorization: string | undefined): Readonly<Record<string, string>> | undefined {
    const [, token = ''] = /^Bearer (.+)$/u.exec(authorization ?? '') ?? [];
    const [head = '', content = '', signature = ''] = token.split('.');
    const isSigned =
      signature !== '' &&
      verify('sha256', Buffer.from(`${head}.${content}`), terms.issuerKeyPem, Buffer.from(signature, 'base64url'));
    if (!isSigned || edge.isOver) {
      return undefined;
    }
    const claims = Claims.parse(JSON.parse(Buffer.from(content, 'base64url').toString('utf8')));
    const { Issuer, Audience } = authorizer?.JwtConfiguration ?? { Issuer: '', Audience: [] };
    const isGood = claims.iss === Issuer && Audience.includes(claims.aud) && claims.exp * 1_000 > Date.now();
    return isGood
      ? Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)]))
      : undefined;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(edge, {
    origin: `http://127.0.0.1:${port}`,
    async settled() {
      await Promise.all(answering);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}

interface Answered {
  readonly status: number;
  readonly own: Readonly<Record<string, string>>;
  readonly body: Parameters<ServerResponse['end']>[0];
}

function headersOf({
  ResponseHeadersPolicyConfig: { CustomHeadersConfig, SecurityHeadersConfig },
}: z.output<typeof Headers>) {
  const { ContentSecurityPolicy, ReferrerPolicy, FrameOptions } = SecurityHeadersConfig;
  return {
    ...Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
    'content-security-policy': ContentSecurityPolicy.ContentSecurityPolicy,
    'referrer-policy': ReferrerPolicy.ReferrerPolicy,
    'x-frame-options': FrameOptions.FrameOption,
    'x-content-type-options': 'nosniff',
  };
}

/** API Gateway speaks for itself: no problem of the API. */
function gatewayWords(status: number, message: string): Answered {
  return { status, own: { 'content-type': 'application/json' }, body: JSON.stringify({ message }) };
}
