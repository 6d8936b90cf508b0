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
        "dynamodb:BatchGetItem",
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
      ],
      "Outbox/index/open": [
        "dynamodb:Query",
      ],
      "Pages": [
        "dynamodb:PutItem",
        "dynamodb:Query",
      ],
      "Plans": [
        "dynamodb:GetItem",
        "dynamodb:PutItem",
      ],
      "PlatformKey": [
        "secretsmanager:GetSecretValue",
      ],
      "Recipients": [
        "dynamodb:Scan",
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
      "Budgets": [
        "dynamodb:ConditionCheckItem",
        "dynamodb:DescribeStream",
        "dynamodb:GetItem",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:ListStreams",
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
      "EnforceJobFunctionAliaslive": [
        "lambda:InvokeFunction",
      ],
      "Grants": [
        "dynamodb:DescribeStream",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:ListStreams",
      ],
      "Journal": [
        "dynamodb:GetItem",
        "dynamodb:PutItem",
      ],
      "Teams": [
        "dynamodb:DescribeStream",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:ListStreams",
      ],
      "Versions": [
        "dynamodb:PutItem",
        "dynamodb:Query",
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
        "dynamodb:PutItem",
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
    }
  `);
});

test('the mailer may do this, and nothing else: it reads no key, and writes no mail', () => {
  const grants = grantsOf(stackNamed(stacks, 'Curfew-test-acme-Jobs'), /^MailsJobRole/);

  expect(grants).toMatchInlineSnapshot(`
    {
      ""*"": [
        "xray:PutTelemetryRecords",
        "xray:PutTraceSegments",
      ],
      "Leases": [
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
      ],
      "MailsDeadLettersQueue": [
        "sqs:GetQueueAttributes",
        "sqs:GetQueueUrl",
        "sqs:SendMessage",
      ],
      "MailsJobLog": [
        "logs:CreateLogStream",
        "logs:PutLogEvents",
      ],
      "Outbox": [
        "dynamodb:DescribeStream",
        "dynamodb:GetItem",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:ListStreams",
        "dynamodb:UpdateItem",
      ],
      "Outbox/index/open": [
        "dynamodb:Query",
      ],
      "configuration-set/Mails": [
        "ses:SendEmail",
      ],
      "identity/acme.example": [
        "ses:SendEmail",
      ],
    }
  `);
});

test('who may send mail cannot read a key, and who can read a key may not send mail', () => {
  const roles = ['Enforce', 'Edits', 'Controls', 'Mails'].map((job) => {
    const grants = grantsOf(stackNamed(stacks, 'Curfew-test-acme-Jobs'), new RegExp(`^${job}JobRole`));
    const actions = Object.values(grants).flat();
    return {
      job,
      sends: actions.some((action) => action.startsWith('ses:')),
      readsKeys: actions.some((action) => action.startsWith('secretsmanager:')),
    };
  });

  expect(roles.filter(({ sends }) => sends)).toEqual([{ job: 'Mails', sends: true, readsKeys: false }]);
  expect(roles.filter(({ readsKeys }) => readsKeys).map(({ job }) => job)).not.toContain('Mails');
});

test('the role of the schedules may start the function and keep what could not be delivered', () => {
  const grants = grantsOf(stackNamed(stacks, 'Curfew-test-acme-Jobs'), /^EnforceTargetRole/);

  expect(grants).toMatchInlineSnapshot(`
    {
      "EnforceDeadLettersQueue": [
        "sqs:SendMessage",
      ],
      "EnforceJobFunctionAliaslive": [
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

test('mail goes out as the sender of the organization only, from its verified identity and with its configuration set', () => {
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
    new Set(['identity/acme.example', 'configuration-set/Mails']),
    new Set(['identity/mail.globex.example', 'configuration-set/Mails']),
  ]);
});

const wildAllowed = [
  { actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], resources: ['*'] },
  // Runs of one function, of whichever version.
  {
    actions: ['lambda:CheckpointDurableExecution', 'lambda:GetDurableExecutionState'],
    resources: ['[one resource]:*'],
  },
];

/** A resource, with the reference to another one of the stack left out. */
function shapeOf(resource: unknown): string {
  return typeof resource === 'string'
    ? resource
    : JSON.stringify(resource).replace(
        /^\{"Fn::Join":\["",\[\{"Fn::GetAtt":\["\w+","Arn"\]\},"(.*)"\]\]\}$/,
        '[one resource]$1',
      );
}

test('no statement allows a wildcard but those to which AWS knows no other way', () => {
  const allowed = stacks.flatMap(statementsOf).filter(({ statement }) => statement.Effect === 'Allow');

  const wild = allowed.filter(({ statement }) => isWild(statement));

  expect(allowed.length).toBeGreaterThan(10);
  for (const { statement } of wild) {
    expect(wildAllowed).toContainEqual({
      actions: statement.Action.toSorted(),
      resources: statement.Resource?.map(shapeOf),
    });
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
  const entrances = ['AWS::Lambda::Url', 'AWS::ApiGatewayV2::Api', 'AWS::ApiGateway::RestApi'];

  const found = stacks.flatMap((stack) => entrances.flatMap((type) => [...stack.resources(type).keys()]));

  expect(found).toEqual([]);
});

test('from outside of the stack only EventBridge may start a function, by the rule for the mails of the organization', () => {
  const stack = stackNamed(stacks, 'Curfew-test-acme-Jobs');

  const allowed = [...stack.resources('AWS::Lambda::Permission').values()].map(({ Properties }) => Properties);

  const [rule] = stack.resources('AWS::Events::Rule').keys();
  const [lambda] = [...stack.resources('AWS::Lambda::Function').keys()].filter((id) => id.startsWith('BouncesJob'));
  expect(allowed).toEqual([
    {
      Action: 'lambda:InvokeFunction',
      FunctionName: { 'Fn::GetAtt': [lambda, 'Arn'] },
      Principal: 'events.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [rule, 'Arn'] },
    },
  ]);
});

function isWild({ Action, Resource = [] }: Statement): boolean {
  return [...Action, ...Resource].some((part) => JSON.stringify(part).includes('*'));
}
