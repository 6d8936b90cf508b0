import { beforeAll, expect, test } from 'vitest';

import { nameOf, type Statement, statementsOf } from './policy-statements.ts';
import { buildApp, stackNamed, type SynthesizedStack, synthesize } from './synthesized.ts';

let stacks: readonly SynthesizedStack[] = [];

beforeAll(() => {
  stacks = synthesize(buildApp());
});

/** What one role may do, a line a resource. */
function grantsOf(stack: SynthesizedStack, policyId: RegExp): Readonly<Record<string, readonly string[]>> {
  const allowed = statementsOf(stack).filter(({ id, Type }) => Type === 'AWS::IAM::Policy' && policyId.test(id));
  const pairs = allowed.flatMap(({ statement }) =>
    (statement.Resource ?? []).map((resource) => ({ resource: nameOf(resource), actions: statement.Action })),
  );
  const byResource = Map.groupBy(pairs, ({ resource }) => resource);
  return Object.fromEntries(
    [...byResource].map(([resource, grants]) => [resource, grants.flatMap(({ actions }) => actions).toSorted()]),
  );
}

test('the enforcing function may do this, and nothing else', () => {
  const grants = grantsOf(stackNamed(stacks, 'Curfew-test-acme-Jobs'), /^EnforceJobRole/);

  expect(grants).toMatchInlineSnapshot(`
    {
      ""*"": [
        "xray:PutTelemetryRecords",
        "xray:PutTraceSegments",
      ],
      "Alerts": [
        "dynamodb:BatchGetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
      ],
      "Alerts/index/open": [
        "dynamodb:Query",
      ],
      "Budgets": [
        "dynamodb:Scan",
      ],
      "EnforceDeadLettersQueue": [
        "sqs:SendMessage",
      ],
      "EnforceJobLog": [
        "logs:CreateLogStream",
        "logs:PutLogEvents",
      ],
      "Evidence": [
        "dynamodb:Query",
      ],
      "Grants": [
        "dynamodb:Query",
      ],
      "Journal": [
        "dynamodb:PutItem",
        "dynamodb:Query",
      ],
      "Leases": [
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
      ],
      "Ledger": [
        "dynamodb:BatchWriteItem",
        "dynamodb:PutItem",
        "dynamodb:Query",
      ],
      "Limits": [
        "dynamodb:PutItem",
        "dynamodb:Scan",
      ],
      "Outbox": [
        "dynamodb:BatchGetItem",
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
      ],
      "Outbox/index/open": [
        "dynamodb:Query",
      ],
      "Plans": [
        "dynamodb:GetItem",
        "dynamodb:PutItem",
      ],
      "PlatformKey": [
        "secretsmanager:GetSecretValue",
      ],
      "Runs": [
        "dynamodb:BatchGetItem",
        "dynamodb:PutItem",
        "dynamodb:Query",
      ],
      "Teams": [
        "dynamodb:Scan",
      ],
      "Users": [
        "dynamodb:BatchWriteItem",
        "dynamodb:Scan",
      ],
      "Versions": [
        "dynamodb:Query",
      ],
      "identity/acme.example": [
        "ses:SendEmail",
      ],
    }
  `);
});

test('the function that watches edits may do this, and nothing else', () => {
  const grants = grantsOf(stackNamed(stacks, 'Curfew-test-acme-Jobs'), /^EditsJobRole/);

  expect(grants).toMatchInlineSnapshot(`
    {
      ""*"": [
        "xray:PutTelemetryRecords",
        "xray:PutTraceSegments",
      ],
      "Alerts": [
        "dynamodb:BatchGetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
      ],
      "Alerts/index/open": [
        "dynamodb:Query",
      ],
      "Budgets": [
        "dynamodb:ConditionCheckItem",
        "dynamodb:DescribeStream",
        "dynamodb:GetItem",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:ListStreams",
        "dynamodb:Scan",
        "dynamodb:UpdateItem",
      ],
      "EditsDeadLettersQueue": [
        "sqs:GetQueueAttributes",
        "sqs:GetQueueUrl",
        "sqs:SendMessage",
      ],
      "EditsJobLog": [
        "logs:CreateLogStream",
        "logs:PutLogEvents",
      ],
      "Grants": [
        "dynamodb:DescribeStream",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:ListStreams",
        "dynamodb:Query",
      ],
      "Journal": [
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:Query",
      ],
      "Leases": [
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
      ],
      "Ledger": [
        "dynamodb:Query",
      ],
      "Limits": [
        "dynamodb:PutItem",
        "dynamodb:Scan",
      ],
      "Outbox": [
        "dynamodb:BatchGetItem",
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
      ],
      "Outbox/index/open": [
        "dynamodb:Query",
      ],
      "Plans": [
        "dynamodb:GetItem",
        "dynamodb:PutItem",
      ],
      "PlatformKey": [
        "secretsmanager:GetSecretValue",
      ],
      "Runs": [
        "dynamodb:BatchGetItem",
        "dynamodb:PutItem",
      ],
      "Teams": [
        "dynamodb:DescribeStream",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:ListStreams",
        "dynamodb:Scan",
      ],
      "Users": [
        "dynamodb:Scan",
      ],
      "Versions": [
        "dynamodb:PutItem",
        "dynamodb:Query",
      ],
      "identity/acme.example": [
        "ses:SendEmail",
      ],
    }
  `);
});

test('the watching function may do this, and nothing else: it sets no limit, and removes nothing', () => {
  const grants = grantsOf(stackNamed(stacks, 'Curfew-test-acme-Jobs'), /^ControlsJobRole/);

  expect(grants).toMatchInlineSnapshot(`
    {
      ""*"": [
        "xray:PutTelemetryRecords",
        "xray:PutTraceSegments",
      ],
      "Controls": [
        "dynamodb:BatchGetItem",
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:Query",
      ],
      "ControlsDeadLettersQueue": [
        "sqs:SendMessage",
      ],
      "ControlsJobLog": [
        "logs:CreateLogStream",
        "logs:PutLogEvents",
      ],
      "Evidence": [
        "dynamodb:PutItem",
        "dynamodb:Query",
      ],
      "FingerprintKey": [
        "secretsmanager:GetSecretValue",
      ],
      "Journal": [
        "dynamodb:PutItem",
      ],
      "Leases": [
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
      ],
      "Outbox": [
        "dynamodb:BatchGetItem",
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
      ],
      "Outbox/index/open": [
        "dynamodb:Query",
      ],
      "PlatformKey": [
        "secretsmanager:GetSecretValue",
      ],
      "Revisions": [
        "dynamodb:BatchGetItem",
        "dynamodb:PutItem",
        "dynamodb:Query",
      ],
      "Runs": [
        "dynamodb:BatchGetItem",
        "dynamodb:PutItem",
      ],
      "identity/acme.example": [
        "ses:SendEmail",
      ],
    }
  `);
});

test('the role of the schedules may start the function and keep what could not be delivered', () => {
  const grants = grantsOf(stackNamed(stacks, 'Curfew-test-acme-Jobs'), /^EnforceTargetRole/);

  expect(grants).toMatchInlineSnapshot(`
    {
      "EnforceDeadLettersQueue": [
        "sqs:SendMessage",
      ],
      "EnforceJobFunction": [
        "lambda:InvokeFunction",
      ],
    }
  `);
});

test('only schedules of this organization may use that role', () => {
  const stack = stackNamed(stacks, 'Curfew-test-acme-Jobs');

  const trust = statementsOf(stack).find(
    ({ id, Type }) => Type === 'AWS::IAM::Role' && id.startsWith('EnforceTargetRole'),
  );

  const [group] = stack.resources('AWS::Scheduler::ScheduleGroup').keys();
  expect(trust?.statement).toMatchObject({
    Action: ['sts:AssumeRole'],
    Principal: { Service: 'scheduler.amazonaws.com' },
    Condition: {
      StringEquals: {
        'aws:SourceAccount': { Ref: 'AWS::AccountId' },
        'aws:SourceArn': { 'Fn::GetAtt': [group, 'Arn'] },
      },
    },
  });
});

test('mail goes out as the sender of the organization only, from its verified identity', () => {
  const identities = ['acme', 'globex'].map((name) => {
    const statements = statementsOf(stackNamed(stacks, `Curfew-test-${name}-Jobs`)).map(({ statement }) => statement);
    return statements.filter(({ Action }) => Action.some((action) => action.startsWith('ses:')));
  });

  const [acme, globex] = identities.map((statements) =>
    statements.flatMap(({ Resource = [] }) => Resource.map(nameOf)),
  );
  expect(identities.flat().map(({ Action, Condition }) => ({ Action, Condition }))).toEqual(
    identities.flat().map(() => ({
      Action: ['ses:SendEmail'],
      Condition: { StringEquals: { 'ses:FromAddress': 'curfew@acme.example' } },
    })),
  );
  expect([new Set(acme), new Set(globex)]).toEqual([
    new Set(['identity/acme.example']),
    new Set(['identity/mail.globex.example']),
  ]);
});

test('no statement allows a wildcard but those to which AWS knows no other way', () => {
  const allowed = stacks.flatMap(statementsOf).filter(({ statement }) => statement.Effect === 'Allow');

  const wild = allowed.filter(({ statement }) => isWild(statement));

  expect(allowed.length).toBeGreaterThan(10);
  for (const { statement } of wild) {
    expect(statement.Action.toSorted()).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
    expect(statement.Resource).toEqual(['*']);
  }
});

test('no role has a policy of AWS', () => {
  for (const { Properties } of stacks.flatMap((stack) => [...stack.resources('AWS::IAM::Role').values()])) {
    expect(Properties).not.toHaveProperty('ManagedPolicyArns');
  }
  expect.hasAssertions();
});

test('every function has a role of its own', () => {
  for (const stack of stacks) {
    const functions = [...stack.resources('AWS::Lambda::Function').values()];
    const roles = new Set(functions.map(({ Properties }) => JSON.stringify(Properties['Role'])));
    expect(roles.size).toBe(functions.length);
  }
});

test('nobody from outside is let in: there is no public entrance', () => {
  const entrances = [
    'AWS::Lambda::Url',
    'AWS::Lambda::Permission',
    'AWS::ApiGatewayV2::Api',
    'AWS::ApiGateway::RestApi',
  ];

  const found = stacks.flatMap((stack) => entrances.flatMap((type) => [...stack.resources(type).keys()]));

  expect(found).toEqual([]);
});

function isWild({ Action, Resource = [] }: Statement): boolean {
  return [...Action, ...Resource].some((part) => JSON.stringify(part).includes('*'));
}
