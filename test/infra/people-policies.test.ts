import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { nameOf, statementsOf } from './policy-statements.ts';
import { buildApp, stackNamed, synthesize, type SynthesizedStack } from './synthesized.ts';

/** What a managed policy holds, blanks not counted. */
const policyCharsMax = 6_144;

const Policy = z.object({
  PolicyDocument: z.object({
    Statement: z.array(z.object({ Action: z.union([z.string(), z.array(z.string())]), Resource: z.unknown() })),
  }),
});

let stacks: readonly SynthesizedStack[] = [];
let stack: SynthesizedStack;

beforeAll(() => {
  stacks = synthesize(buildApp());
  stack = stackNamed(stacks, 'Curfew-test-acme-Jobs');
});

function policies() {
  return [...stack.resources('AWS::IAM::ManagedPolicy')].map(([id, { Properties }]) => ({
    id,
    ...Policy.parse(Properties),
  }));
}

test('each kind of person has a policy, which is named in the outputs and attached to no identity', () => {
  const outputs = Object.keys(
    z.object({ Outputs: z.record(z.string(), z.unknown()) }).parse(stack.template.toJSON()).Outputs,
  );

  expect(outputs).toEqual(expect.arrayContaining(['CallerPolicy', 'OperatorPolicy']));
  for (const { Properties } of stack.resources('AWS::IAM::ManagedPolicy').values()) {
    expect(Object.keys(Properties)).not.toEqual(expect.arrayContaining(['Users', 'Groups', 'Roles']));
  }
});

test('every policy fits, with the longest names that can be deployed', () => {
  const lengths = policies().map(({ PolicyDocument }) => {
    const text = JSON.stringify(PolicyDocument).replaceAll(/\{"Fn::[^}]*\}/g, `"${'a'.repeat(160)}"`);
    return text.length;
  });

  expect(lengths).toHaveLength(2);
  expect(Math.max(...lengths)).toBeLessThan(policyCharsMax);
});

test('no policy for people reads a secret, sends mail, starts a function or writes a table', () => {
  const actions = policies().flatMap(({ PolicyDocument: { Statement } }) => Statement.flatMap(({ Action }) => Action));

  expect(actions.toSorted()).toEqual([
    'dynamodb:DescribeContinuousBackups',
    'dynamodb:DescribeTable',
    'dynamodb:DescribeTimeToLive',
    'dynamodb:GetItem',
    'dynamodb:GetResourcePolicy',
    'dynamodb:Query',
    'dynamodb:Scan',
    'execute-api:Invoke',
    'kms:GetKeyPolicy',
    // The public half of the key that signs the evidence is no secret.
    'kms:GetPublicKey',
    'lambda:GetFunctionConcurrency',
    'lambda:GetFunctionConfiguration',
    's3:GetBucketObjectLockConfiguration',
    's3:GetObjectVersion',
    's3:ListBucketVersions',
    'scheduler:ListSchedules',
    'ses:GetIdentityVerificationAttributes',
    'sns:ListSubscriptionsByTopic',
    'ssm:GetParameters',
  ]);
});

test('whoever calls the admin API may find it and make signed calls of it, and nothing else', () => {
  const caller = policies().find(({ id }) => id.startsWith('PeopleCaller'));

  const [find, call, ...more] = caller?.PolicyDocument.Statement ?? [];
  expect([find?.Action, call?.Action, more]).toEqual(['ssm:GetParameters', 'execute-api:Invoke', []]);
  expect(JSON.stringify(call?.Resource)).toMatch(/\{"Ref":"AdminApi\w+"\},"\/\$default\/\*\/iam\/\*"/);
});

test('beside the admin API people edit budgets, teams and grants alone, and only where the configuration says so', () => {
  const direct = ['acme', 'globex'].map((organization) =>
    statementsOf(stackNamed(stacks, `Curfew-test-${organization}-Jobs`))
      .filter(({ id }) => id.startsWith('PeopleDirectEditor'))
      .map(({ statement: { Action, Resource = [] } }) => [Action, Resource.map(nameOf).toSorted()]),
  );

  expect(direct).toEqual([
    [],
    [
      [
        ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
        ['Budgets', 'Grants', 'Teams'],
      ],
    ],
  ]);
});
