import { Stack } from 'aws-cdk-lib';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { statementsOf } from './policy-statements.ts';
import { buildApp, type Resource, type SynthesizedStack, synthesize, testConfig } from './synthesized.ts';

/** What holds for whatever stands in any stack, so that nobody has to think of it who adds one more. */
let stacks: readonly SynthesizedStack[] = [];

beforeAll(() => {
  stacks = synthesize(buildApp());
});

test('every function has its memory, time limit, architecture, traces and a log with a retention time', () => {
  const functions = allOf('AWS::Lambda::Function');

  expect(functions.length).toBeGreaterThan(0);
  for (const { stack, Properties } of functions) {
    expect(Properties).toMatchObject({
      MemorySize: expect.any(Number),
      Timeout: expect.any(Number),
      Architectures: ['arm64'],
    });
    const log = z.object({ LogGroup: z.object({ Ref: z.string() }) }).parse(Properties['LoggingConfig']).LogGroup.Ref;
    expect(stack.resources('AWS::Logs::LogGroup').get(log)?.Properties).toMatchObject({
      RetentionInDays: expect.any(Number),
    });
  }
});

test('tables are encrypted with a key in the account where the configuration asks for it, and by DynamoDB otherwise', () => {
  const keyOf = (organization: string) =>
    allOf('AWS::DynamoDB::Table')
      .filter(({ stack }) => stack.id === `Curfew-test-${organization}-Data`)
      .map(({ Properties }) => Properties['SSESpecification']);

  expect(keyOf('acme')).toEqual(keyOf('acme').map(() => ({ SSEEnabled: true })));
  // With a key that DynamoDB owns: no table is without encryption.
  expect(keyOf('globex')).toEqual(keyOf('acme').map(() => ({ SSEEnabled: false })));
});

test('every table can be restored to a point in time, and is protected and kept', () => {
  const tables = [...allOf('AWS::DynamoDB::Table'), ...allOf('AWS::DynamoDB::GlobalTable')];

  expect(tables.length).toBeGreaterThan(0);
  for (const table of tables) {
    expect(table).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    });
  }
});

test('every resource with a price has tags of its organization and stage', () => {
  const types = ['DynamoDB::Table', 'IAM::Role', 'Lambda::Function', 'Logs::LogGroup', 'SES::ConfigurationSet'];
  const paidFor = [...types, 'SNS::Topic', 'SQS::Queue', 'SecretsManager::Secret', 'CloudWatch::Alarm'];

  for (const type of paidFor) {
    const parts = allOf(`AWS::${type}`);
    expect(parts).not.toEqual([]);
    for (const { stack, Properties } of parts) {
      const [, stage, organization] = stack.id.split('-');
      expect(Properties['Tags']).toEqual([
        { Key: 'curfew:organization', Value: organization },
        { Key: 'curfew:stage', Value: stage },
      ]);
    }
  }
});

test('every stack goes to the account and the region of the configuration, and to no other', () => {
  const app = buildApp({ ...testConfig, account: '222233334444', region: 'eu-west-1' });

  const places = app.node.children.filter(Stack.isStack).map(({ account, region }) => [account, region]);

  expect(places).toEqual(Array.from({ length: 9 }, () => ['222233334444', 'eu-west-1']));
});

test('what outlives its stack has no name of its own, which a new deployment would find taken', () => {
  const kept = stacks
    .flatMap((stack) => [...stack.resources()])
    .filter(([, resource]) => String(resource['DeletionPolicy']).startsWith('Retain'));

  expect(kept.length).toBeGreaterThan(0);
  for (const [id, { Properties }] of kept) {
    const names = Object.entries(Properties).filter(
      ([key, value]) => key.endsWith('Name') && typeof value === 'string',
    );
    expect([id, names]).toEqual([id, []]);
  }
});

test('every queue and topic is encrypted, and accepts TLS only', () => {
  const queues = allOf('AWS::SQS::Queue');
  const topics = allOf('AWS::SNS::Topic');

  expect(queues.length).toBeGreaterThan(0);
  expect(topics.length).toBeGreaterThan(0);
  for (const { Properties } of queues) {
    expect('KmsMasterKeyId' in Properties || Properties['SqsManagedSseEnabled'] === true).toBe(true);
  }
  // What a topic stores is encrypted by SNS; with a key of the account's own where the configuration asks for one.
  const keyed = testConfig.organizations.filter((organization) => 'ownKeys' in organization);
  expect(topics.filter(({ Properties }) => 'KmsMasterKeyId' in Properties).map(({ stack }) => stack.id)).toEqual(
    keyed.map(({ name }) => `Curfew-test-${name}-Jobs`),
  );
  for (const { stack, id } of [...queues, ...topics]) {
    expect(refusalsOverPlainHttp(stack, id)).toHaveLength(1);
  }
});

test('every schedule says in its input when it was due, is retried within limits, and loses no event', () => {
  const schedules = allOf('AWS::Scheduler::Schedule');

  expect(schedules.length).toBeGreaterThan(0);
  for (const { stack, Properties } of schedules) {
    const target = Target.parse(Properties['Target']);
    expect(target.Input).toContain('"scheduledTime":"<aws.scheduler.scheduled-time>"');
    expect(target.RetryPolicy.MaximumRetryAttempts).toBeLessThanOrEqual(10);
    expect(target.RetryPolicy.MaximumEventAgeInSeconds).toBeLessThanOrEqual(3_600);
    expect([...stack.resources('AWS::SQS::Queue').keys()]).toContain(target.DeadLetterConfig.Arn['Fn::GetAtt'][0]);
  }
  expect(allOf('AWS::Events::Rule').filter(({ Properties }) => 'ScheduleExpression' in Properties)).toEqual([]);
});

test('a resource policy allows only the principals that it names, and a service only for this account', () => {
  const allowed = stacks
    .flatMap(statementsOf)
    .filter(({ statement, property }) => statement.Effect === 'Allow' && property !== 'AssumeRolePolicyDocument')
    .filter(({ statement }) => statement.Principal !== undefined);
  const [ofKeys, others] = [true, false].map((isKey) =>
    allowed.filter(({ Type }) => (Type === 'AWS::KMS::Key') === isKey),
  );

  // The account itself looks after its keys; a service may use one on behalf of this account.
  const [byServices, byAccount] = [true, false].map((isService) =>
    (ofKeys ?? []).filter(({ statement }) => JSON.stringify(statement.Principal).includes('"Service"') === isService),
  );
  for (const { statement } of byAccount ?? []) {
    expect(JSON.stringify(statement.Principal)).toMatch(
      /^\{"AWS":\{"Fn::Join":\["",\["arn:aws:iam::",\{"Ref":"AWS::AccountId"\},":root"\]\]\}\}$/,
    );
  }
  expect(others?.length).toBeGreaterThan(0);
  for (const { statement } of [...(others ?? []), ...(byServices ?? [])]) {
    const { Service } = z
      .strictObject({ Service: z.union([z.string(), z.array(z.string())]) })
      .parse(statement.Principal);
    expect([Service].flat().join(' ')).toMatch(/^(?:[a-z]+\.amazonaws\.com ?)+$/);
    expect(JSON.stringify(statement.Condition)).toMatch(/"aws:Source(?:Account|Arn)"/i);
  }
});

test('nothing can be called from the internet but the admin API and the files of the console, and a function only by a service that does it for one resource', () => {
  const types = stacks.flatMap((stack) => [...stack.resources().values()].map(({ Type }) => Type));

  const found = new Set(types.filter((type) => entrances.test(type)));
  expect(found).toEqual(
    new Set([
      ...['Api', 'Authorizer', 'Integration', 'Route', 'Stage'].map((part) => `AWS::ApiGatewayV2::${part}`),
      ...['Distribution', 'Function', 'OriginAccessControl', 'ResponseHeadersPolicy'].map(
        (part) => `AWS::CloudFront::${part}`,
      ),
    ]),
  );
  for (const { Properties } of allOf('AWS::Lambda::Permission')) {
    expect(Properties['Principal']).toMatch(/^[a-z]+\.amazonaws\.com$/);
    expect(Properties).toHaveProperty('SourceArn');
  }
});

test('every bucket refuses the public and plain HTTP; that of the evidence keeps every version, and locks it for everybody until its time', () => {
  const buckets = allOf('AWS::S3::Bucket');

  expect(buckets.length).toBeGreaterThan(0);
  for (const { id, stack, Properties } of buckets) {
    expect(Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: expect.anything(),
    });
    expect(refusalsOverPlainHttp(stack, id)).not.toEqual([]);
  }
  const locked = buckets.filter(({ stack }) => stack.id.endsWith('-Data'));
  expect(locked).toHaveLength(2);
  for (const { Properties, ...policies } of locked) {
    expect(policies).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(Properties).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      ObjectLockEnabled: true,
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 400 } } },
    });
  }
});

test('no secret has a value in a template, and no output or environment takes one out of it', () => {
  const secrets = allOf('AWS::SecretsManager::Secret');

  expect(secrets.length).toBeGreaterThan(0);
  expect(secrets.filter(({ Properties }) => 'SecretString' in Properties)).toEqual([]);
  for (const { template } of stacks) {
    const text = JSON.stringify(template.toJSON());
    expect(text).not.toMatch(/resolve:(?:secretsmanager|ssm)|"CURFEW_API_KEY"|"NoEcho"/);
    expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}/);
  }
});

const entrances =
  /^AWS::(?:Lambda::Url|ApiGateway|AppSync|CloudFront|EC2|ElasticLoadBalancing|AppRunner|ECS|IoT|VpcLattice|S3::(?!Bucket))/;

const Target = z.object({
  Input: z.string(),
  RetryPolicy: z.object({ MaximumRetryAttempts: z.int(), MaximumEventAgeInSeconds: z.int() }),
  DeadLetterConfig: z.object({ Arn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }) }),
});

function allOf(type: string): readonly (Resource & { readonly id: string; readonly stack: SynthesizedStack })[] {
  return stacks.flatMap((stack) => [...stack.resources(type)].map(([id, resource]) => ({ ...resource, id, stack })));
}

function refusalsOverPlainHttp(stack: SynthesizedStack, id: string) {
  return statementsOf(stack).filter(
    ({ statement: { Effect, Principal, Condition, Resource: resources } }) =>
      Effect === 'Deny' &&
      ['{"AWS":"*"}', '"*"'].includes(JSON.stringify(Principal)) &&
      JSON.stringify(Condition) === '{"Bool":{"aws:SecureTransport":"false"}}' &&
      JSON.stringify(resources).includes(`"${id}"`),
  );
}
