import { beforeAll, expect, test } from 'vitest';

import { statementsOf, type Statement } from './policy-statements.ts';
import { buildApp, stackNamed, type SynthesizedStack, synthesize, testConfig } from './synthesized.ts';

let stacks: readonly SynthesizedStack[] = [];

beforeAll(() => {
  stacks = synthesize(buildApp());
});

const signerArn = {
  'Fn::Join': ['', ['arn:aws:iam::', { Ref: 'AWS::AccountId' }, ':role/Curfew-test-acme-Anchors']],
};

function keyStatements(): readonly Statement[] {
  return statementsOf(stackNamed(stacks, 'Curfew-test-acme-Data'))
    .filter(({ Type }) => Type === 'AWS::KMS::Key')
    .map(({ statement }) => statement);
}

test('the key signs with an elliptic curve, and outlives its stack', () => {
  const keys = [...stackNamed(stacks, 'Curfew-test-acme-Data').resources('AWS::KMS::Key').values()];

  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({
    DeletionPolicy: 'Retain',
    Properties: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' },
  });
});

test('only the role of the watcher of the controls may sign, and nobody can give that to others but by the key’s policy', () => {
  const statements = keyStatements();
  const signing = statements.filter(({ Action }) => Action.some((action) => /^kms:(?:Sign|\*)$/u.test(action)));
  const others = statements.flatMap(({ Action }) => Action).filter((action) => action !== 'kms:Sign');

  expect(signing).toMatchObject([
    { Effect: 'Allow', Action: ['kms:Sign'], Condition: { ArnEquals: { 'aws:PrincipalArn': signerArn } } },
  ]);
  expect(others.filter((action) => /CreateGrant|\*|GenerateMac|Encrypt|Decrypt|ReplicateKey/u.test(action))).toEqual(
    [],
  );
});

test('that role is the one of the function that watches the controls', () => {
  const jobs = stackNamed(stacks, 'Curfew-test-acme-Jobs');
  const named = [...jobs.resources('AWS::IAM::Role')].filter(([, { Properties }]) =>
    String(Properties['RoleName']).endsWith('-Anchors'),
  );

  expect(named.map(([id, { Properties }]) => [id.replace(/[0-9A-F]{8}$/u, ''), Properties['RoleName']])).toEqual([
    ['ControlsJobRole', 'Curfew-test-acme-Anchors'],
  ]);
});

test('only that role puts an object into the bucket, regardless of identity policies', () => {
  const refusals = statementsOf(stackNamed(stacks, 'Curfew-test-acme-Data')).filter(
    ({ Type, statement }) => Type === 'AWS::S3::BucketPolicy' && statement.Action.includes('s3:PutObject'),
  );

  expect(refusals.map(({ statement }) => statement)).toMatchObject([
    { Effect: 'Deny', Principal: { AWS: '*' }, Condition: { ArnNotEquals: { 'aws:PrincipalArn': signerArn } } },
  ]);
});

test('how long nobody can change or remove what is kept is a setting; with an existing bucket none is made', () => {
  const [acme, ...others] = testConfig.organizations;
  const organizations = [{ ...acme, evidence: { retentionDays: 2_557, bucket: 'auditors-evidence' } }, ...others];
  const own = synthesize(buildApp({ ...testConfig, organizations }));
  const data = stackNamed(own, 'Curfew-test-acme-Data');
  const jobs = stackNamed(own, 'Curfew-test-acme-Jobs');
  const text = JSON.stringify(jobs.template.toJSON());

  expect([...data.resources('AWS::S3::Bucket').keys()]).toEqual([]);
  expect(text).toContain('"CURFEW_EVIDENCE_BUCKET":"auditors-evidence","CURFEW_EVIDENCE_RETENTION_DAYS":"2557"');
  expect(text).toContain('arn:aws:s3:::auditors-evidence/test/acme/*');
});
