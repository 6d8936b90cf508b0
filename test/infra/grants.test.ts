import { beforeAll, expect, test } from 'vitest';

import { pascalCase } from '../../infra/stack-names.ts';
import { jobs } from '../../shared/jobs.ts';
import { nameOf, type Statement, statementsOf } from './policy-statements.ts';
import { buildApp, eventBus, stackNamed, type SynthesizedStack, synthesize } from './synthesized.ts';

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

test('who may send mail cannot read a key but that of the links, and who can read another may not send mail', () => {
  const roles = jobs.map(({ name }) => {
    const job = pascalCase(name);
    const grants = grantsOf(stackNamed(stacks, 'Curfew-test-acme-Jobs'), new RegExp(`^${job}JobRole`));
    const actions = Object.values(grants).flat();
    return {
      job,
      sends: actions.some((action) => action.startsWith('ses:')),
      readsKeys: Object.entries(grants).some(
        ([resource, own]) =>
          !resource.includes('LinkKey') && own.some((action) => action.startsWith('secretsmanager:')),
      ),
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
    return statements.filter(({ Action }) => Action.some((action) => action.startsWith('ses:Send')));
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

test('events go to the event buses that the organization names, from the mailer and from the admin API alone', () => {
  const [acme, globex] = ['acme', 'globex'].map((name) =>
    statementsOf(stackNamed(stacks, `Curfew-test-${name}-Jobs`)).filter(({ statement: { Action } }) =>
      Action.some((action) => action.startsWith('events:')),
    ),
  );

  expect(acme?.map(({ statement: { Action, Resource } }) => ({ Action, Resource }))).toEqual(
    [0, 1].map(() => ({ Action: ['events:PutEvents'], Resource: [eventBus] })),
  );
  expect(acme?.map(({ id }) => id.replace(/Role.*/u, '')).toSorted()).toEqual(['Door', 'MailsJob']);
  expect(globex).toEqual([]);
});

const wildAllowed = [
  { actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], resources: ['*'] },
  // Objects that are yet to be written, of one organization.
  ...[['s3:GetObjectVersion', 's3:PutObject', 's3:PutObjectRetention'], ['s3:GetObjectVersion']].flatMap((actions) =>
    ['acme', 'globex'].map((name) => ({ actions, resources: [`[one bucket]/test/${name}/*`] })),
  ),
  // How the tables of one organization are set up.
  ...['acme', 'globex'].map((name) => ({
    actions: [
      'dynamodb:DescribeContinuousBackups',
      'dynamodb:DescribeTable',
      'dynamodb:DescribeTimeToLive',
      'dynamodb:GetResourcePolicy',
    ],
    resources: [`[one account]:table/Curfew-test-${name}-Data-*`],
  })),
  // Whether functions of one organization are stopped.
  ...['acme', 'globex'].map((name) => ({
    actions: ['lambda:GetFunctionConcurrency'],
    resources: [`[one account]:function:Curfew-test-${name}-Jobs-*`],
  })),
  // Lists that know no resources.
  { actions: ['scheduler:ListSchedules', 'ses:GetIdentityVerificationAttributes'], resources: ['*'] },
  // Signed calls of one API, whatever they ask for.
  ...['acme', 'globex'].map(() => ({ actions: ['execute-api:Invoke'], resources: ['[one api]/$default/*/iam/*'] })),
  // Runs of one function, of whichever version.
  {
    actions: ['lambda:CheckpointDurableExecution', 'lambda:GetDurableExecutionState'],
    resources: ['[one resource]:*'],
  },
  // The files of the console, whose names its build makes: for CloudFront, and for the function that places them.
  ...[['s3:GetObject'], ['s3:DeleteObject', 's3:PutObject']].map((actions) => ({
    actions,
    resources: ['[one resource]/*'],
  })),
];

/** A resource, with the reference to another one of the stack left out. */
function shapeOf(resource: unknown): string {
  return typeof resource === 'string'
    ? resource
    : JSON.stringify(resource)
        .replace(/^\{"Fn::Join":\["",\[\{"Fn::GetAtt":\["\w+","Arn"\]\},"(.*)"\]\]\}$/, '[one resource]$1')
        .replace(/^\{"Fn::Join":\["",\["arn:aws:s3:::",\{"Fn::ImportValue":"[^"]+"\},"(.*)"\]\]\}$/, '[one bucket]$1')
        .replace(/^\{"Fn::Join":\["",\["arn:aws:execute-api:.*\{"Ref":"AdminApi\w+"\},"(.*)"\]\]\}$/, '[one api]$1')
        .replace(
          /^\{"Fn::Join":\["",\["arn:aws:(?:dynamodb|lambda):[\w-]+:",\{"Ref":"AWS::AccountId"\},"(.*)"\]\]\}$/,
          '[one account]$1',
        );
}

test('no statement allows a wildcard but those to which AWS knows no other way', () => {
  // In the policy of a key, the wildcard is that key.
  const allowed = stacks
    .flatMap(statementsOf)
    .filter(({ statement, Type }) => statement.Effect === 'Allow' && Type !== 'AWS::KMS::Key');

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

test('from outside of the stack only EventBridge may start a function, by the rule for mails, and API Gateway, by the admin API', () => {
  const stack = stackNamed(stacks, 'Curfew-test-acme-Jobs');

  const allowed = [...stack.resources('AWS::Lambda::Permission').values()].map(({ Properties }) => Properties);

  const [rule] = stack.resources('AWS::Events::Rule').keys();
  const [api] = stack.resources('AWS::ApiGatewayV2::Api').keys();
  const lambdas = [...stack.resources('AWS::Lambda::Function').keys()];
  const arnOf = (prefix: string) => ({ 'Fn::GetAtt': [lambdas.find((id) => id.startsWith(prefix)), 'Arn'] });
  const byPrincipal = allowed.toSorted((a, b) => String(b['Principal']).localeCompare(String(a['Principal'])));
  expect(byPrincipal).toMatchObject([
    {
      Action: 'lambda:InvokeFunction',
      FunctionName: arnOf('BouncesJob'),
      Principal: 'events.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [rule, 'Arn'] },
    },
    {
      Action: 'lambda:InvokeFunction',
      FunctionName: arnOf('Door'),
      Principal: 'apigateway.amazonaws.com',
      SourceArn: { 'Fn::Join': ['', expect.arrayContaining([{ Ref: api }])] },
    },
  ]);
});

function isWild({ Action, Resource = [] }: Statement): boolean {
  return [...Action, ...Resource].some((part) => JSON.stringify(part).includes('*'));
}
