import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { pascalCase } from '../../infra/stack-names.ts';
import { byHandJobs, jobs } from '../../shared/jobs.ts';
import { adminApi } from '../../shared/kernel/runs/contract/admin-api-function.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { placeConsole } from '../../shared/kernel/runs/contract/place-console-function.ts';
import { channelLines, tableLines, verifyLines, grantLines, callTable, permissionTable } from './permission-table.ts';
import { nameOf, statementsOf } from './policy-statements.ts';
import { buildApp, type SynthesizedStack, synthesize } from './synthesized.ts';

const Attached = z.looseObject({ Roles: z.array(z.object({ Ref: z.string() })) });
const Lambda = z.looseObject({
  Description: z.string(),
  Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
});

const page = join(import.meta.dirname, '..', '..', 'docs', 'permissions.md');
let stacks: readonly SynthesizedStack[] = [];

beforeAll(() => {
  stacks = synthesize(buildApp()).filter(({ id }) => id.startsWith('Curfew-test-acme-'));
});

test('the guide for a security reviewer shows who may do what as it is granted', async () => {
  const text = readFileSync(page, 'utf8');

  // The first two tables of the page.
  const tables = [permissionTable(), callTable()];
  const shown = text.replace(
    /(?:^\|.*\n)+([^|]*)(?:^\|.*\n)+/mu,
    (_, between: string) => `${tables.join(`\n${between}`)}\n`,
  );

  for (const table of tables) {
    expect(shown).toContain(table);
  }
  await expect(shown).toMatchFileSnapshot(page);
});

test.each(jobs)('the function of the job $name may do what its declaration says, and write its log', (job) => {
  const granted = stacks.flatMap((stack) => rolesOf(stack, job.purpose).flatMap((role) => grantsOf(stack, role)));

  expect(granted.toSorted()).toEqual([...grantLines(job), ...ownGrants(job)].toSorted());
});

test('the function of the admin API may do what its declaration says, start the jobs that people start, find its deployment and verify the evidence', () => {
  const granted = stacks.flatMap((stack) => rolesOf(stack, adminApi.purpose).flatMap((role) => grantsOf(stack, role)));

  expect(granted.toSorted()).toEqual(
    [
      ...tableLines(adminApi),
      'LinkKey secretsmanager:GetSecretValue',
      ...verifyLines,
      ...channelLines,
      ...byHandJobs.map(({ name, limits }) => {
        const alias = 'durable' in limits ? 'Aliaslive' : '';
        return `${pascalCase(name)}JobFunction${alias} lambda:InvokeFunction`;
      }),
      ...['Parts', 'Settings'].map((part) => `Parameters${part} ssm:GetParameters`),
      ...logAndTraces('DoorLog'),
    ].toSorted(),
  );
});

test('the function that places the console may fill and empty its bucket, and write its log', () => {
  const granted = stacks.flatMap((stack) =>
    rolesOf(stack, placeConsole.purpose).flatMap((role) => grantsOf(stack, role)),
  );

  expect(granted.toSorted()).toEqual(
    [
      ...['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => `FilesPlaceLog ${action}`),
      'FilesBucket s3:ListBucket',
      'FilesBucket/* s3:DeleteObject',
      'FilesBucket/* s3:PutObject',
    ].toSorted(),
  );
});

test('no function is without a declaration, and no declaration without a function', () => {
  const described = stacks
    .flatMap((stack) => [...stack.resources('AWS::Lambda::Function').values()])
    .map(({ Properties }) => String(Properties['Description']));

  expect(described.toSorted()).toEqual([...jobs, adminApi, placeConsole].map(({ purpose }) => purpose).toSorted());
});

test('no policy is attached to two roles, and none to a user or a group', () => {
  const policies = stacks.flatMap((stack) => [...stack.resources('AWS::IAM::Policy').values()]);

  expect(policies.length).toBeGreaterThan(0);
  for (const { Properties } of policies) {
    expect(Attached.parse(Properties).Roles).toHaveLength(1);
    expect(Object.keys(Properties).toSorted()).toEqual(['PolicyDocument', 'PolicyName', 'Roles']);
  }
});

test('a function’s role is taken by Lambda alone', () => {
  const roles = stacks.flatMap((stack) =>
    [...jobs, adminApi, placeConsole].flatMap(({ purpose }) =>
      rolesOf(stack, purpose).map((role) => ({ stack, role })),
    ),
  );

  expect(roles).toHaveLength(jobs.length + 2);
  for (const { stack, role } of roles) {
    const trust = statementsOf(stack).filter(
      ({ id, property }) => id === role && property === 'AssumeRolePolicyDocument',
    );
    expect(trust.map(({ statement }) => statement)).toEqual([
      { Effect: 'Allow', Action: ['sts:AssumeRole'], Principal: { Service: 'lambda.amazonaws.com' } },
    ]);
  }
});

function rolesOf(stack: SynthesizedStack, description: string): readonly string[] {
  return [...stack.resources('AWS::Lambda::Function').values()]
    .map(({ Properties }) => Lambda.parse(Properties))
    .filter((lambda) => lambda.Description === description)
    .map(({ Role }) => Role['Fn::GetAtt'][0]);
}

/** All that a role may do, whichever policy says so. */
function grantsOf(stack: SynthesizedStack, role: string): readonly string[] {
  const policies = [...stack.resources('AWS::IAM::Policy')].filter(([, { Properties }]) =>
    Attached.parse(Properties).Roles.some(({ Ref }) => Ref === role),
  );
  const ids = new Set([role, ...policies.map(([id]) => id)]);
  return statementsOf(stack)
    .filter(({ id, property }) => ids.has(id) && property !== 'AssumeRolePolicyDocument')
    .flatMap(({ statement }) =>
      statement.Action.flatMap((action) =>
        (statement.Resource ?? []).map((resource) => `${nameOf(resource)} ${action}`),
      ),
    );
}

function logAndTraces(log: string): readonly string[] {
  return [
    ...['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => `${log} ${action}`),
    ...['xray:PutTelemetryRecords', 'xray:PutTraceSegments'].map((action) => `"*" ${action}`),
  ];
}

/** What no declaration says, since every function has it: its own log, traces, checkpoints, dead letters and streams. */
function ownGrants(job: JobDeclaration): readonly string[] {
  const name = pascalCase(job.name);
  const streams = job.streams?.of ?? [];
  return [
    ...logAndTraces(`${name}JobLog`),
    ...(job.limits.durable === undefined ? [] : ['CheckpointDurableExecution', 'GetDurableExecutionState']).map(
      (action) => `${name}JobFunction:* lambda:${action}`,
    ),
    `${name}DeadLettersQueue sqs:SendMessage`,
    ...streams.flatMap((table) =>
      ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
        (action) => `${pascalCase(table)} dynamodb:${action}`,
      ),
    ),
    // A stream's source of events sends its dead letters itself.
    ...(streams.length === 0 ? [] : ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl']).map(
      (action) => `${name}DeadLettersQueue ${action}`,
    ),
  ];
}
