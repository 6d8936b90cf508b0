import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { buildApp, stackNamed, synthesize, type SynthesizedStack } from './synthesized.ts';

/** What a managed policy holds, blanks not counted. */
const policyCharsMax = 6_144;

const Policy = z.object({
  PolicyDocument: z.object({
    Statement: z.array(z.object({ Action: z.union([z.string(), z.array(z.string())]), Resource: z.unknown() })),
  }),
});

let stack: SynthesizedStack;

beforeAll(() => {
  stack = stackNamed(synthesize(buildApp()), 'Curfew-test-acme-Jobs');
});

function policies() {
  return [...stack.resources('AWS::IAM::ManagedPolicy')].map(([id, { Properties }]) => ({
    id,
    ...Policy.parse(Properties),
  }));
}

test('there is a policy for each kind of person, named in the outputs and attached to nobody', () => {
  const outputs = Object.keys(
    z.object({ Outputs: z.record(z.string(), z.unknown()) }).parse(stack.template.toJSON()).Outputs,
  );

  expect(outputs).toEqual(
    expect.arrayContaining(['ReaderPolicy', 'BudgetAdminPolicy', 'ApproverPolicy', 'ControlsAdminPolicy']),
  );
  for (const { Properties } of stack.resources('AWS::IAM::ManagedPolicy').values()) {
    expect(Object.keys(Properties)).not.toEqual(expect.arrayContaining(['Users', 'Groups', 'Roles']));
  }
});

test('every policy fits, with the longest names that can be deployed', () => {
  const lengths = policies().map(({ PolicyDocument }) => {
    const text = JSON.stringify(PolicyDocument).replaceAll(/\{"Fn::[^}]*\}/g, `"${'a'.repeat(160)}"`);
    return text.length;
  });

  expect(lengths).toHaveLength(4);
  expect(Math.max(...lengths)).toBeLessThan(policyCharsMax);
});

test('nobody gets at a secret, sends mail or writes limits, and only who may ask for runs starts a function', () => {
  const actions = policies().flatMap(({ id, PolicyDocument: { Statement } }) =>
    Statement.flatMap(({ Action, Resource }) =>
      [Action].flat().map((action) => ({ id, action, on: JSON.stringify(Resource) })),
    ),
  );

  const secret = actions.filter(({ action }) => /^(secretsmanager|ses|kms|iam|sts):/.test(action));
  // The public half of the key that signs the evidence is no secret.
  expect([...new Set(secret.map(({ action }) => action))]).toEqual(['kms:GetPublicKey']);
  const onLimits = actions.filter(({ on }) => /OutputFnGetAttLimits/.test(on)).map(({ action }) => action);
  expect([...new Set(onLimits)]).toEqual(['dynamodb:Scan']);
  const starting = actions.filter(({ action }) => action === 'lambda:InvokeFunction').map(({ id, on }) => [id, on]);
  // Durable runs are started by the alias of their function, and no right to the function itself covers that.
  expect(starting).toEqual([
    [
      expect.stringMatching(/^PeopleApprover/),
      expect.stringMatching(
        /"Ref":"EnforceJobFunctionAliaslive\w+".*"SessionsJobFunction\w+"|"SessionsJobFunction\w+".*"Ref":"EnforceJobFunctionAliaslive\w+"/,
      ),
    ],
    [
      expect.stringMatching(/^PeopleControlsAdmin/),
      expect.stringMatching(/^\{"Fn::GetAtt":\["ControlsJobFunction\w+","Arn"\]\}$/),
    ],
  ]);
});
