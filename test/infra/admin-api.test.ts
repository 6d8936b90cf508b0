import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { adminApi } from '../../shared/kernel/runs/contract/admin-api-function.ts';
import { buildApp, stackNamed, type SynthesizedStack, synthesize, testConfig } from './synthesized.ts';

/** As the configuration leaves it, and with all that it may say. */
const [acme, globex] = testConfig.organizations;
const oidc = { issuer: 'https://login.globex.example/realms/staff', audience: ['curfew', 'curfew-page'] };
const configured = {
  oidc,
  origin: 'https://curfew.globex.example',
  rate: { perSecond: 100, burst: 200 },
  linkRate: { perSecond: 1, burst: 2 },
  hookRate: { perSecond: 3, burst: 4 },
  reservedConcurrency: 7,
};

let stacks: readonly SynthesizedStack[] = [];

beforeAll(() => {
  stacks = synthesize(buildApp({ ...testConfig, organizations: [acme, { ...globex, door: configured }] }));
});

function partsOf(type: string, { organization = 'acme', stack = 'Jobs' } = {}) {
  const found = stackNamed(stacks, `Curfew-test-${organization}-${stack}`).resources(type);
  return [...found].map(([id, resource]) => ({ id, ...resource.Properties }));
}

const Route = z.object({ RouteKey: z.string(), AuthorizationType: z.string(), AuthorizerId: z.unknown() });

test('every route proves who calls, by a signature of AWS or a token, but those for the links of mails and the tokens of hooks', () => {
  const routes = partsOf('AWS::ApiGatewayV2::Route').map((route) => Route.parse({ AuthorizerId: undefined, ...route }));

  const [authorizer] = partsOf('AWS::ApiGatewayV2::Authorizer').map(({ id }) => id);
  const proofs = new Map(routes.map(({ RouteKey, AuthorizationType }) => [RouteKey, AuthorizationType]));
  const each = (path: string, proof: string, methods: readonly string[]) =>
    methods.map((method) => [`${method} ${path}/{proxy+}`, proof] as const);
  const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  expect(proofs).toEqual(
    new Map([
      ...each('/iam', 'AWS_IAM', all),
      ...each('/api', 'JWT', all),
      ...each('/requests/link', 'NONE', ['GET', 'POST']),
      ['POST /requests/link/hook/report', 'NONE'],
    ]),
  );
  const withTokens = routes.filter(({ AuthorizationType }) => AuthorizationType === 'JWT');
  expect(withTokens.map(({ AuthorizerId }) => AuthorizerId)).toEqual(withTokens.map(() => ({ Ref: authorizer })));
});

test('tokens are those of the pool that the deployment makes, unless the configuration names an issuer: then there is no pool', () => {
  const authorizers = ['acme', 'globex'].map((organization) =>
    partsOf('AWS::ApiGatewayV2::Authorizer', { organization }),
  );
  const pools = ['acme', 'globex'].map((organization) =>
    partsOf('AWS::Cognito::UserPool', { organization, stack: 'Data' }),
  );

  const ofPool = (part: string) => ({ 'Fn::ImportValue': expect.stringMatching(`^Curfew-test-acme-Data:.*${part}`) });
  expect(authorizers).toMatchObject([
    [{ AuthorizerType: 'JWT', JwtConfiguration: { Issuer: ofPool('ProviderURL'), Audience: [ofPool('Client')] } }],
    [{ AuthorizerType: 'JWT', JwtConfiguration: { Issuer: oidc.issuer, Audience: oidc.audience } }],
  ]);
  expect(pools.map(({ length }) => length)).toEqual([1, 0]);
});

test('the pool allows no sign-up, and each of its users needs an authenticator and a long password', () => {
  const [pool] = partsOf('AWS::Cognito::UserPool', { stack: 'Data' });
  const [client] = partsOf('AWS::Cognito::UserPoolClient', { stack: 'Data' });

  expect(pool).toMatchObject({
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    MfaConfiguration: 'ON',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    Policies: { PasswordPolicy: { MinimumLength: 14 } },
    DeletionProtection: 'ACTIVE',
  });
  expect(client).toMatchObject({
    ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    PreventUserExistenceErrors: 'ENABLED',
  });
});

test('calls are limited, those with links more than others, as the configuration says', () => {
  const stages = ['acme', 'globex'].map((organization) => partsOf('AWS::ApiGatewayV2::Stage', { organization }));

  const limits = (ThrottlingRateLimit: number, ThrottlingBurstLimit: number) => ({
    ThrottlingRateLimit,
    ThrottlingBurstLimit,
  });
  const stage = (all: object, links: object, hooks: object) => [
    {
      StageName: '$default',
      DefaultRouteSettings: all,
      RouteSettings: {
        'GET /requests/link/{proxy+}': links,
        'POST /requests/link/{proxy+}': links,
        'POST /requests/link/hook/report': hooks,
      },
    },
  ];
  expect(stages).toMatchObject([
    stage(limits(25, 50), limits(5, 10), limits(50, 100)),
    stage(limits(100, 200), limits(1, 2), limits(3, 4)),
  ]);
  const reserved = ['acme', 'globex'].map((organization) => functionOf(organization)['ReservedConcurrentExecutions']);
  expect(reserved).toEqual([undefined, 7]);
});

test('the log of calls names the route and who called, and holds no path, query, header or body', () => {
  const [stage] = partsOf('AWS::ApiGatewayV2::Stage');

  const { AccessLogSettings } = z
    .object({ AccessLogSettings: z.object({ Format: z.string(), DestinationArn: z.unknown() }) })
    .parse(stage);
  const fields = z.record(z.string(), z.string()).parse(JSON.parse(AccessLogSettings.Format));
  expect(Object.values(fields)).toEqual(
    expect.arrayContaining(['$context.routeKey', '$context.identity.userArn', '$context.requestId']),
  );
  expect(AccessLogSettings.Format).not.toMatch(/path|query|header|body|protocol|uri/i);
  expect(JSON.stringify(AccessLogSettings.DestinationArn)).toContain('AdminApiCalls');
});

test('no page may call it from a browser but that of the configuration', () => {
  const cors = ['acme', 'globex'].map((organization) =>
    partsOf('AWS::ApiGatewayV2::Api', { organization }).map((api) => Reflect.get(api, 'CorsConfiguration')),
  );

  expect(cors).toMatchObject([[undefined], [{ AllowOrigins: ['https://curfew.globex.example'] }]]);
  expect(cors[1]).not.toMatchObject([{ AllowCredentials: true }]);
});

test('its function finds its deployment by name, starts again with other settings, and knows no key but that of the links', () => {
  const lambda = functionOf('acme');

  expect(lambda).toMatchObject({ MemorySize: adminApi.limits.memoryMb, Timeout: adminApi.limits.timeSeconds });
  expect(adminApi.limits.timeSeconds).toBeLessThan(30);
  expect(lambda['Environment']).toEqual({
    Variables: {
      CURFEW_DEPLOYMENT: 'test/acme',
      CURFEW_LINK_KEY_SECRET_ID: { 'Fn::ImportValue': expect.stringContaining('LinkKey') },
      CURFEW_SETTINGS_VERSION: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  });
  expect(lambda['DeadLetterConfig']).toBeUndefined();
});

test('what it cannot answer, or refuses for want of room, reaches the admins', () => {
  const alarms = partsOf('AWS::CloudWatch::Alarm').filter(({ id }) => /^(?:AdminApi|Door)/u.test(id));

  const [topic] = partsOf('AWS::SNS::Topic').map(({ id }) => id);
  const terms = { Threshold: 1, Period: 300, Statistic: 'Sum', AlarmActions: [{ Ref: topic }] };
  expect(alarms.toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject([
    { ...terms, Namespace: 'AWS/ApiGateway', MetricName: '5xx' },
    { ...terms, Namespace: 'AWS/Lambda', MetricName: 'Errors' },
    { ...terms, Namespace: 'AWS/Lambda', MetricName: 'Throttles' },
  ]);
});

test('a deployment says where it is, and mails lead to its links', () => {
  const [parts] = partsOf('AWS::SSM::Parameter');

  const [api] = partsOf('AWS::ApiGatewayV2::Api').map(({ id }) => id);
  const address = `{"Fn::GetAtt":["${api}","ApiEndpoint"]}`;
  expect(JSON.stringify(parts)).toContain(address);
  const [enforce] = partsOf('AWS::Lambda::Function').filter(({ id }) => id.startsWith('Enforce'));
  expect(JSON.stringify(enforce)).toContain(`${address},"/requests/link`);
});

function functionOf(organization: string): Readonly<Record<string, unknown>> {
  const found = partsOf('AWS::Lambda::Function', { organization }).filter(
    (lambda) => Reflect.get(lambda, 'Description') === adminApi.purpose,
  );
  expect(found).toHaveLength(1);
  return found[0] ?? {};
}
