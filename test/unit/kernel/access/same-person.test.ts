import fc from 'fast-check';
import { expect, test } from 'vitest';

import { callerOfClaims, callerOfIam, callerOfLink, callerOfMachine } from '../../../../shared/kernel/access/caller.ts';
import { comparePersons, emailsOf, isKnownAuthor, personBehind } from '../../../../shared/kernel/access/same-person.ts';

const sso = 'AWSReservedSSO_Curfew_0123456789abcdef';
const otherSso = 'AWSReservedSSO_Finance_fedcba9876543210';

test.each([
  // One and the same, in whichever case it is written.
  ['ann@acme.example', 'Ann@Acme.example', 'same'],
  ['ann@acme.example (by link)', 'ann@acme.example', 'same'],
  ['ann@acme.example', 'bob@acme.example', 'other'],
  ['ann@acme.example (by link) too', 'ann@acme.example too', 'other'],
  // A session of a role may be anybody who can assume it, whatever it is called.
  ['role/Ops (ann)', 'role/Ops (bob)', 'same'],
  ['role/Ops (ann)', 'role/ops (bob)', 'same'],
  ['role/Ops (ann)', 'role/Dev (ann)', 'unknown'],
  ['role/Ops (ann)', 'bob@acme.example', 'unknown'],
  ['role/Ops (Ann@acme.example)', 'ann@acme.example', 'same'],
  ['role/Ops (ann@acme.example)', 'bob@acme.example', 'unknown'],
  ['role/Ops (ann@acme.example)', 'role/Dev (ann@acme.example)', 'same'],
  // Identity Center gives each person one name.
  [`role/${sso} (ann@acme.example)`, `role/${sso} (bob@acme.example)`, 'other'],
  [`role/${sso} (ann@acme.example)`, `role/${otherSso} (ANN@acme.example)`, 'same'],
  [`role/${sso} (ann)`, `role/${otherSso} (Ann)`, 'same'],
  [`role/${sso} (ann)`, `role/${sso} (bob)`, 'other'],
  [`role/${sso} (ann)`, 'ann@acme.example', 'unknown'],
  [`role/${sso} (ann@acme.example)`, 'ann@acme.example (by link)', 'same'],
  [`role/${sso} (ann@acme.example)`, 'bob@acme.example', 'other'],
  // Only a role that Identity Center made, as a whole, has such names.
  [`role/x${sso} (a)`, `role/x${sso} (b)`, 'same'],
  [`role/${sso}0 (a)`, `role/${sso}0 (b)`, 'same'],
  // A user of IAM is named by whoever makes it.
  ['user/ann', 'ann@acme.example', 'unknown'],
  ['user/ann', 'user/finops/Ann', 'same'],
  ['user/ann', 'user/bob', 'unknown'],
  ['user/finops/ann@acme.example', 'Ann@acme.example', 'same'],
  ['user/ann@acme.example', 'bob@acme.example', 'other'],
  // Without a verified email a token may be anybody's.
  ['token subject 7', 'ann@acme.example', 'unknown'],
  ['token subject 7', 'token subject 7', 'same'],
  ['token subject 7', 'token subject 8', 'unknown'],
  ['token subject ann@acme.example', 'ann@acme.example', 'unknown'],
  ['token subject samlp|acme|ann@acme.example', 'bob@acme.example', 'unknown'],
  // One mailbox however its address is spelled.
  ['ann+admin@acme.example', 'ann@acme.example', 'same'],
  ['ann+admin@acme.example', 'bob+admin@acme.example', 'other'],
  ['+ann@acme.example', '+bob@acme.example', 'other'],
  ['ａｎｎ@acme.example', 'ann@acme.example', 'same'],
  ['jose\u0301@acme.example', 'jos\u00e9@acme.example', 'same'],
  ['ann@m\u00fcnchen.example', 'ann@xn--mnchen-3ya.example', 'same'],
  ['user/ann+iam@acme.example', 'ann@acme.example', 'same'],
  [`role/${sso} (ann@acme.example.)`, 'ann@acme.example', 'same'],
  ['ann@acme.example', 'ann@acme.example.org', 'other'],
  // On one machine there is one user, who is nobody with a limit.
  ['ann', 'ann@acme.example', 'other'],
  ['ann', 'ann', 'same'],
] as const)('%s and %s: %s', (one, other, likeness) => {
  expect([comparePersons(one, other), comparePersons(other, one)]).toEqual([likeness, likeness]);
});

test.each([
  ['user/ann', 'Ann@acme.example', 'ann@acme.example', 'same'],
  ['user/Ann', 'ann@acme.example', 'ann@acme.example', 'same'],
  ['user/ann', 'ann@acme.example', 'bob@acme.example', 'other'],
  ['role/Finance (x)', 'ann@acme.example', 'ann@acme.example (by link)', 'same'],
  ['role/Finance (x)', 'ann@acme.example', 'bob@acme.example', 'other'],
  // Who the settings say they are, and who they say themselves.
  ['role/Finance (bob@acme.example)', 'ann@acme.example', 'bob@acme.example', 'same'],
  ['user/bob@acme.example', 'ann@acme.example', 'bob@acme.example', 'same'],
  ['role/Finance (ann)', 'nobody', 'ann@acme.example', 'other'],
  ['role/Finance (ann@acme.example)', 'nobody', 'ann@acme.example', 'same'],
  ['role/Finance (ann)', 'nobody', 'role/Finance (bob)', 'same'],
  ['role/Finance (ann@acme.example)', 'session', 'bob@acme.example', 'other'],
  ['role/Finance (ann@acme.example)', 'session', 'role/Finance (bob@acme.example)', 'other'],
  ['role/Finance (ann@acme.example)', 'session', 'ann@acme.example', 'same'],
  ['role/Finance (ann)', 'session', 'bob@acme.example', 'unknown'],
] as const)('%s, who is %s by the settings, and %s: %s', (...[one, identity, other, likeness]) => {
  const identities = { [one.replace(/ .*$/u, '').toLowerCase()]: identity };

  expect([comparePersons(one, other, identities), comparePersons(other, one, identities)]).toEqual([
    likeness,
    likeness,
  ]);
});

test('whoever comes in two ways is one person, in every pair of ways', () => {
  const identities = { 'user/ann': 'ann@acme.example', 'role/Finance': 'ann@acme.example', 'role/Idp': 'session' };
  const session = (role: string, name: string) =>
    callerOfIam(`arn:aws:sts::111122223333:assumed-role/${role}/${name}`)?.name ?? '';
  const ways = [
    callerOfClaims({ sub: 'x', email: ' Ann@acme.example', emailVerified: true }).name,
    callerOfLink('ANN@acme.example').name,
    callerOfIam('arn:aws:iam::111122223333:user/ann')?.name ?? '',
    callerOfIam('arn:aws:iam::111122223333:user/finops/ann@acme.example')?.name ?? '',
    session('Finance', 'any'),
    session('Idp', 'Ann@acme.example'),
    session(sso, 'ann@Acme.example'),
    session('Ops', 'ann@acme.example'),
  ];

  const pairs = ways.flatMap((one) => ways.map((other) => comparePersons(one, other, identities)));

  expect(new Set(pairs)).toEqual(new Set(['same']));
});

test('the comparison is the same in both directions, and only who is known is told apart from others', () => {
  const name = fc.oneof(
    fc.constantFrom('ann@acme.example', 'bob@acme.example', 'ann', 'token subject 1', 'user/ann'),
    fc
      .tuple(
        fc.constantFrom('Ops', 'Finance', sso, otherSso),
        fc.constantFrom('ann', 'bob', 'ann@acme.example', 'bob@acme.example'),
      )
      .map(([role, session]) => `role/${role} (${session})`),
  );
  const identity = fc.constantFrom('nobody', 'session', 'ann@acme.example', 'cfo@acme.example');
  const identities = fc.dictionary(fc.constantFrom('role/Ops', 'role/finance', `role/${sso}`, 'user/ann'), identity);

  fc.assert(
    fc.property(name, name, identities, (one, other, named) => {
      const likeness = comparePersons(one, other, named);

      expect(comparePersons(other, one, named)).toBe(likeness);
      expect(one === other ? likeness : 'same').toBe('same');
      const isOfDirectory = [one, other].every((each) => each.startsWith('role/AWSReservedSSO_'));
      const areKnown = isKnownAuthor(one, named) && isKnownAuthor(other, named);
      expect(likeness === 'other' && !areKnown && !isOfDirectory).toBe(false);
      expect(likeness === 'unknown' && areKnown).toBe(false);
    }),
  );
});

test.each([
  ['user/ann@acme.example', ['ann@acme.example']],
  ['user/finops/eu/Ann@acme.example', ['ann@acme.example']],
  ['user/ann', []],
  ['role/Dev (Ann@acme.example)', ['ann@acme.example']],
  ['role/Dev (ann)', []],
  ['role/Dev', []],
  ['role/Dev (ann@acme.example) too', []],
])('the emails of %s are %j', (name, emails) => {
  expect(emailsOf(name)).toEqual(emails);
});

test('what a session says of an email takes away, but is no proven email', () => {
  const caller = callerOfIam('arn:aws:sts::111122223333:assumed-role/Admins/Ann@acme.example') ?? callerOfMachine('');

  expect(caller.email).toBeUndefined();
  expect(emailsOf(caller.name)).toEqual(['ann@acme.example']);
  expect(personBehind(caller)).toEqual({ kind: 'unknown' });
  expect(personBehind(caller, { 'role/admins': 'nobody' })).toEqual({ kind: 'nobody' });
  expect(personBehind(caller, { 'role/Admins': 'session' })).toEqual({ kind: 'person', email: 'ann@acme.example' });
});
