import { expect, test } from 'vitest';

import { callerOfClaims, callerOfIam, callerOfLink, callerOfMachine } from '../../../../shared/kernel/access/caller.ts';

const session = (role: string, name: string): string => `arn:aws:sts::111122223333:assumed-role/${role}/${name}`;

test('an assumed role is shown with its session, and is the principal without it', () => {
  expect(callerOfIam(session('Admins', 'ann'))).toEqual({
    name: 'role/Admins (ann)',
    principal: 'role/Admins',
    groups: [],
    via: 'iam',
  });
});

test('an IAM user is named with the path', () => {
  expect(callerOfIam('arn:aws:iam::111122223333:user/finops/ann')).toMatchObject({ principal: 'user/finops/ann' });
});

test.each([
  'arn:aws:iam::111122223333:root',
  'arn:aws:iam::111122223333:role/Admins',
  'arn:aws:sts::111122223333:assumed-role/Admins',
  'arn:aws:sts::111122223333:assumed-role/Admins/ann/bob',
  'arn:aws:sts::111122223333:federated-user/ann',
  `${session('Admins', 'ann')}\n`,
  'arn:aws:sts::111122223333:assumed-role/Admins/a (b)',
  'x arn:aws:iam::111122223333:user/ann',
  'arn:aws:iam::111122223333:user/ann ',
  `x ${session('Admins', 'ann')}`,
  '',
])('%j is nobody', (arn) => {
  expect(callerOfIam(arn)).toBeUndefined();
});

test.each([false, 'false', undefined, 'TRUE'])('an email that is verified as %j gives no right', (emailVerified) => {
  const claims = { sub: 'x-1', email: 'ann@acme.example', ...(emailVerified !== undefined && { emailVerified }) };

  expect(callerOfClaims(claims)).toEqual({ name: 'token subject x-1', groups: [], via: 'oidc' });
});

test('a verified email is the name, in its matching form', () => {
  expect(callerOfClaims({ sub: 'x-1', email: ' Ann@Acme.example', emailVerified: true, groups: ['lab'] })).toEqual({
    name: 'ann@acme.example',
    email: 'ann@acme.example',
    groups: ['lab'],
    via: 'oidc',
  });
});

test('a name carries no character that would hide or reorder what stands beside it', () => {
  expect(callerOfMachine('a\u202enn\u001b[31m\n').name).toBe('ann[31m');
});

test('a user of IAM is the principal and name alike, in every partition, without groups', () => {
  expect(callerOfIam('arn:aws-us-gov:iam::111122223333:user/ann')).toEqual({
    name: 'user/ann',
    principal: 'user/ann',
    groups: [],
    via: 'iam',
  });
  expect(callerOfIam(session('Admins', 'ann').replace('aws', 'aws-cn'))?.principal).toBe('role/Admins');
});

test('an email that a token says is verified is proven when it is one', () => {
  const claims = { sub: 'x', email: 'Ann@acme.example', emailVerified: 'true' };

  expect(callerOfClaims(claims)).toMatchObject({ email: 'ann@acme.example' });
  expect(callerOfClaims({ ...claims, email: 'ann' })).toEqual({ name: 'token subject x', groups: [], via: 'oidc' });
  expect(callerOfClaims({ sub: 'x', emailVerified: true })).toEqual({
    name: 'token subject x',
    groups: [],
    via: 'oidc',
  });
});

test('who comes from one machine or by a link has no groups', () => {
  expect([callerOfMachine('ann'), callerOfLink('ann@acme.example')].map(({ groups }) => groups)).toEqual([[], []]);
});

test('the name of who proved an address is that address, however long it is', () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(241)}.example`;

  expect(callerOfClaims({ sub: 'x', email, emailVerified: true })).toMatchObject({ name: email, email });
});

test('a name has at most as many characters as an address', () => {
  expect(callerOfMachine('a'.repeat(400)).name).toHaveLength(320);
});
