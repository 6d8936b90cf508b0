import { describe, expect, test } from 'vitest';

import { faultOfKey, faultOfTable } from '../../../../cli/doctor/deployment/deployment-checks.ts';

const writes = ['dynamodb:PutItem', 'dynamodb:DeleteItem'];
const [night, door] = ['arn:aws:iam::111122223333:role/Night', 'arn:aws:iam::111122223333:role/Door'];
const roles = [night, door];
const refusal = {
  Sid: 'OnlyItsFunctionsWrite',
  Effect: 'Deny',
  Principal: { AWS: '*' },
  Action: writes.toReversed(),
  Resource: '*',
  Condition: { ArnNotEquals: { 'aws:PrincipalArn': [door, night] } },
};
const policyOf = (...statements: readonly object[]) => JSON.stringify({ Statement: statements });

describe('the policy of a closed table', () => {
  test('is as deployed when it refuses every write to all but its functions, in whatever order', () => {
    expect(faultOfTable(policyOf(refusal), { writes, roles })).toBeUndefined();
    expect(
      faultOfTable(policyOf({ Effect: 'Deny', Action: 'dynamodb:UpdateTimeToLive' }, refusal), { writes, roles }),
    ).toBeUndefined();
  });

  test.each([
    { what: 'a role more', change: { Condition: { ArnNotEquals: { 'aws:PrincipalArn': [...roles, 'arn:x'] } } } },
    { what: 'a role less', change: { Condition: { ArnNotEquals: { 'aws:PrincipalArn': night } } } },
    { what: 'another operator', change: { Condition: { ArnNotLike: { 'aws:PrincipalArn': roles } } } },
    {
      what: 'a condition besides',
      change: { Condition: { ...refusal.Condition, StringEquals: { 'aws:SourceVpc': ['vpc-1'] } } },
    },
    { what: 'a write less', change: { Action: 'dynamodb:PutItem' } },
    { what: 'another effect', change: { Effect: 'Allow' } },
  ])('is at fault with $what', ({ change }) => {
    expect(faultOfTable(policyOf({ ...refusal, ...change }), { writes, roles })).toMatch(/no longer refuses/u);
  });

  test('is at fault when it is gone', () => {
    expect(faultOfTable(undefined, { writes, roles })).toBe('its policy is gone');
  });

  test('of a table that no function writes refuses everybody', () => {
    const { Condition: _, ...everybody } = refusal;

    expect(faultOfTable(policyOf(everybody), { writes, roles: [] })).toBeUndefined();
    expect(faultOfTable(policyOf(refusal), { writes, roles: [] })).toMatch(/no longer refuses/u);
  });
});

describe('the policy of the key that signs', () => {
  const looks = { Effect: 'Allow', Action: ['kms:DescribeKey', 'kms:Verify'] };
  const signs = { Effect: 'Allow', Action: 'kms:Sign', Condition: { ArnEquals: { 'aws:PrincipalArn': night } } };

  test('is as deployed when one role alone may sign', () => {
    expect(faultOfKey(policyOf(looks, signs), night)).toBeUndefined();
  });

  test.each([
    {
      what: 'another role',
      statements: [looks, signs, { ...signs, Condition: { ArnEquals: { 'aws:PrincipalArn': door } } }],
    },
    { what: 'everybody', statements: [looks, { Effect: 'Allow', Action: 'kms:*' }, signs] },
    { what: 'everybody by exclusion', statements: [signs, { Effect: 'Allow', NotAction: 'kms:DeleteAlias' }] },
    { what: 'nobody', statements: [looks] },
  ])('is at fault when it lets $what sign', ({ statements }) => {
    expect(faultOfKey(policyOf(...statements), night)).toMatch(/lets others sign/u);
  });
});
