import { expect, test } from 'vitest';
import {
  callerOfClaims,
  callerOfIam,
  callerOfLink,
  callerOfMachine,
  emailSaidBy,
  mayBeSamePerson,
} from '../../../../shared/domain/access/caller.ts';

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

const identityCenter = 'AWSReservedSSO_Curfew_0123456789abcdef';

test.each([
  [session('Admins', 'ann'), session('Admins', 'somebody-else'), true],
  [session('Admins', 'ann'), session('Others', 'ann'), false],
  [session(identityCenter, 'ann@acme.example'), session(identityCenter, 'bob@acme.example'), false],
  [session(identityCenter, 'ann@acme.example'), session(identityCenter, 'ANN@acme.example'), true],
])('%s and %s may be one person: %s', (one, other, isSame) => {
  const [a, b] = [one, other].map((arn) => callerOfIam(arn)?.name ?? '');

  expect(mayBeSamePerson(a ?? '', b ?? '')).toBe(isSame);
});

test('one person who comes by Identity Center, by token or by link is one person', () => {
  const names = [
    callerOfIam(session(identityCenter, 'Ann@acme.example'))?.name,
    callerOfClaims({ sub: 'x', email: 'ann@acme.example', emailVerified: true }).name,
    callerOfLink('ann@acme.example').name,
  ];

  expect(names.every((name) => mayBeSamePerson(name ?? '', 'ann@acme.example'))).toBe(true);
});

test('what a session says of an email takes away, but is no proven email', () => {
  const caller = callerOfIam(session('Admins', 'Ann@acme.example')) ?? callerOfMachine('');

  expect(caller.email).toBeUndefined();
  expect(emailSaidBy(caller)).toBe('ann@acme.example');
});
