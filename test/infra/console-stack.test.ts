import { runInNewContext } from 'node:vm';

import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { pageRouter } from '../../infra/constructs/console-site.ts';
import { statementsOf } from './policy-statements.ts';
import {
  buildApp,
  stackNamed,
  type SynthesizedStack,
  synthesize,
  testConfig,
  withoutAssetHashes,
} from './synthesized.ts';

/** With the user pool that a deployment makes, and with an issuer and a name of one's own. */
const [acme, globex] = testConfig.organizations;
const issuer = 'https://login.globex.example/realms/staff';
const domain = {
  name: 'curfew.globex.example',
  certificate: 'arn:aws:acm:us-east-1:222233334444:certificate/01234567-89ab-cdef-0123-456789abcdef',
};
const ofIssuer = {
  door: { oidc: { issuer, audience: ['curfew'] } },
  console: { clientId: 'curfew-console', scopes: ['groups'], domain, logs: true },
};

const Distributed = z.object({
  DistributionConfig: z.looseObject({
    DefaultCacheBehavior: z.looseObject({ ResponseHeadersPolicyId: z.object({ Ref: z.string() }) }),
    CacheBehaviors: z.tuple([z.looseObject({ PathPattern: z.string() })]),
    CustomErrorResponses: z.array(z.record(z.string(), z.unknown())),
    Origins: z.array(z.looseObject({})),
  }),
});

let stacks: readonly SynthesizedStack[];
let pooled: SynthesizedStack;
let issued: SynthesizedStack;

beforeAll(() => {
  stacks = synthesize(buildApp({ ...testConfig, organizations: [acme, { ...globex, ...ofIssuer }] }));
  [pooled, issued] = ['acme', 'globex'].map((name) => stackNamed(stacks, `Curfew-test-${name}-Console`)) as [
    SynthesizedStack,
    SynthesizedStack,
  ];
});

function only(stack: SynthesizedStack, type: string): Readonly<Record<string, unknown>> {
  const found = [...stack.resources(type).values()].map(({ Properties }) => Properties);
  expect(found).toHaveLength(1);
  return found[0] ?? {};
}

function distributionOf(stack: SynthesizedStack) {
  return Distributed.parse(only(stack, 'AWS::CloudFront::Distribution')).DistributionConfig;
}

test('the stack of the console is as it was', () => {
  expect(withoutAssetHashes(pooled)).toMatchSnapshot();
});

describe('files', () => {
  test('are read by this distribution alone, signed, and over TLS', () => {
    const { Origins, DefaultCacheBehavior } = distributionOf(pooled);
    const [id] = pooled.resources('AWS::CloudFront::Distribution').keys();
    const reading = statementsOf(pooled).filter(({ statement }) => statement.Action.includes('s3:GetObject'));

    expect(Origins[0]).toMatchObject({ OriginAccessControlId: expect.anything() });
    expect(only(pooled, 'AWS::CloudFront::OriginAccessControl')).toMatchObject({
      OriginAccessControlConfig: { SigningBehavior: 'always', SigningProtocol: 'sigv4' },
    });
    expect(reading).toHaveLength(1);
    expect(JSON.stringify(reading[0]?.statement.Condition)).toContain(JSON.stringify({ Ref: id }));
    expect(DefaultCacheBehavior['ViewerProtocolPolicy']).toBe('redirect-to-https');
    expect(DefaultCacheBehavior).not.toHaveProperty('AllowedMethods');
  });

  test('are placed again when they change, and when the configuration of the console changes', () => {
    const files = only(pooled, 'Custom::ConsoleFiles');
    const [client] = pooled.resources('AWS::Cognito::UserPoolClient').keys();

    expect(files['sources']).toMatch(/^[0-9a-f]{64}$/u);
    expect(JSON.stringify(files['config'])).toContain(JSON.stringify({ Ref: client }));
    expect(only(issued, 'Custom::ConsoleFiles')['config']).toBe(
      JSON.stringify({ signIn: { kind: 'issuer', issuer, clientId: 'curfew-console', scopes: ['groups'] } }),
    );
  });

  test('go with the stack, logs do not', () => {
    const kept = [...issued.resources('AWS::S3::Bucket').values()].map((bucket) => String(bucket['DeletionPolicy']));

    expect(new Set(kept)).toEqual(new Set(['Delete', 'Retain']));
  });
});

describe('the admin API below the same address', () => {
  test('is asked without a cache, by every method, with all that a call says but its host', () => {
    const { CacheBehaviors, Origins } = distributionOf(pooled);

    expect(CacheBehaviors).toMatchObject([
      {
        PathPattern: '/api/*',
        AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
        // By their IDs at AWS: CachingDisabled, AllViewerExceptHostHeader.
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
        ViewerProtocolPolicy: 'https-only',
      },
    ]);
    expect(CacheBehaviors[0]).not.toHaveProperty('FunctionAssociations');
    expect(Origins[1]).toMatchObject({
      OriginPath: '/console',
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    });
  });

  test('has its errors reach the page as they are, each time', () => {
    const { CustomErrorResponses } = distributionOf(pooled);

    // Without a word CloudFront keeps each of these for ten seconds.
    expect(CustomErrorResponses.map(({ ErrorCode }) => ErrorCode)).toEqual([
      400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504,
    ]);
    for (const response of CustomErrorResponses) {
      expect(response).toEqual({ ErrorCode: expect.any(Number), ErrorCachingMinTTL: 0 });
    }
  });

  test('takes there the tokens that were made out for the console, and nothing without one', () => {
    const routes = [...pooled.resources('AWS::ApiGatewayV2::Route').values()].map(({ Properties }) => Properties);
    const [authorizer] = pooled.resources('AWS::ApiGatewayV2::Authorizer').keys();
    const [client] = pooled.resources('AWS::Cognito::UserPoolClient').keys();

    expect(routes.map(({ RouteKey }) => RouteKey)).toEqual(
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /console/api/{proxy+}`),
    );
    for (const route of routes) {
      expect(route).toMatchObject({ AuthorizationType: 'JWT', AuthorizerId: { Ref: authorizer } });
    }
    expect(only(pooled, 'AWS::ApiGatewayV2::Authorizer')).toMatchObject({
      JwtConfiguration: { Audience: [{ Ref: client }] },
    });
    expect(only(issued, 'AWS::ApiGatewayV2::Authorizer')).toMatchObject({
      JwtConfiguration: { Issuer: issuer, Audience: ['curfew-console'] },
    });
  });

  test('stays as it was for those who come another way: no authorizer of the console stands in the stack of the jobs', () => {
    const audiences = [...stackNamed(stacks, 'Curfew-test-globex-Jobs').resources('AWS::ApiGatewayV2::Authorizer')].map(
      ([, { Properties }]) => Properties['JwtConfiguration'],
    );

    expect(audiences).toEqual([{ Issuer: issuer, Audience: ['curfew'] }]);
  });
});

test('every answer carries the policy of the page, which calls its issuer besides, and keeps browsers to https', () => {
  const { DefaultCacheBehavior, CacheBehaviors } = distributionOf(issued);
  const headers = JSON.stringify(only(issued, 'AWS::CloudFront::ResponseHeadersPolicy'));
  const ofPool = JSON.stringify(only(pooled, 'AWS::CloudFront::ResponseHeadersPolicy'));

  expect(CacheBehaviors[0]['ResponseHeadersPolicyId']).toEqual(DefaultCacheBehavior.ResponseHeadersPolicyId);
  expect(headers).toContain("script-src 'self';");
  expect(headers).toContain("connect-src 'self' https://login.globex.example;");
  expect(headers).toContain("frame-ancestors 'none'");
  expect(headers).not.toMatch(/unsafe|\*/u);
  expect(headers).toContain('"AccessControlMaxAgeSec":31536000');
  expect(headers).toContain('"FrameOption":"DENY"');
  expect(headers).toContain('"ReferrerPolicy":"no-referrer"');
  expect(headers).not.toContain('"Override":false');
  expect(ofPool).toMatch(/connect-src 'self' https:\/\/cognito-idp\.eu-central-1\.amazonaws\.com https:\/\//u);
  expect(ofPool).toContain('.auth.eu-central-1.amazoncognito.com;');
});

test('a page may call further hosts of its issuer, such as that of its token address, where they are named', () => {
  const issuerOrigins = ['https://tokens.globex.example', 'https://login.globex.example'];
  const console = { ...ofIssuer.console, issuerOrigins };
  const built = synthesize(buildApp({ ...testConfig, organizations: [{ ...globex, ...ofIssuer, console }] }));

  const headers = JSON.stringify(
    only(stackNamed(built, 'Curfew-test-globex-Console'), 'AWS::CloudFront::ResponseHeadersPolicy'),
  );

  expect(headers).toContain("connect-src 'self' https://login.globex.example https://tokens.globex.example;");
});

test('a name of one’s own takes TLS of 2021 and newer', () => {
  const { ViewerCertificate, Aliases } = distributionOf(issued);

  expect(Aliases).toEqual([domain.name]);
  expect(ViewerCertificate).toMatchObject({
    AcmCertificateArn: domain.certificate,
    MinimumProtocolVersion: 'TLSv1.2_2021',
  });
});

test('a log of who opens which page is kept only where it is asked for', () => {
  expect(distributionOf(pooled)).not.toHaveProperty('Logging');
  expect(distributionOf(issued)).toHaveProperty('Logging');
});

test('at the user pool the console is a public client that signs in with a code alone, and comes back to itself', () => {
  const client = only(pooled, 'AWS::Cognito::UserPoolClient');
  const [distribution] = pooled.resources('AWS::CloudFront::Distribution').keys();
  const at = (path: string) => ({
    'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution, 'DomainName'] }, path]],
  });

  expect(client).toMatchObject({
    GenerateSecret: false,
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email'],
    ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
    CallbackURLs: [at('/signed-in')],
    LogoutURLs: [at('/signed-out')],
    EnableTokenRevocation: true,
  });
  expect([...issued.resources('AWS::Cognito::UserPoolClient')]).toEqual([]);
});

test.each([
  ['/', '/index.html'],
  ['/people/ann%40acme.example', '/index.html'],
  ['/signed-in', '/index.html'],
  ['/assets/../secret', '/assets/../secret'],
  ['/assets/main-1a2b.js', '/assets/main-1a2b.js'],
  ['/console.json', '/console.json'],
])('CloudFront asks the bucket for %s as %s', (uri, asked) => {
  const context = { event: { request: { uri } } };

  expect(runInNewContext(`${pageRouter};handler(event).uri`, context)).toBe(asked);
});
