import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findTwins, toldApartById, twinsFingerprint } from '../../../shared/roster/twins.ts';

function named(...emails: readonly string[]) {
  return emails.map((email, index) => ({ userId: `u${index}`, email }));
}

test('users whose emails differ by letter case alone are twins', () => {
  expect(findTwins(named('Ann@acme.example', 'ann@ACME.example', 'bob@acme.example'))).toMatchObject([
    { kind: 'same-email', reading: 'ann@acme.example', users: [{ userId: 'u0' }, { userId: 'u1' }] },
  ]);
});

test('users whose emails are written with letters that look the same are twins', () => {
  expect(findTwins(named('anna@acme.example', 'аnna@acme.example'))).toMatchObject([
    { kind: 'look-alike', reading: 'anna@acme.example' },
  ]);
});

test('who left, or has no email, is nobody’s twin', () => {
  const left = { userId: 'gone', email: 'ann@acme.example', goneSince: '2026-03-01' };

  expect(findTwins([...named('ann@acme.example'), left, { userId: 'x' }, { userId: 'y' }])).toEqual([]);
});

test('the order of users changes nothing, and different plain emails are no twins', () => {
  const emails = fc.uniqueArray(fc.stringMatching(/^[a-h]{1,4}@x\.example$/u), { maxLength: 8 });

  fc.assert(
    fc.property(emails, fc.boolean(), (plain, withTwin) => {
      const users = named(...plain, ...(withTwin ? plain.slice(0, 1).map((email) => email.toUpperCase()) : []));
      const twins = findTwins(users);

      expect(findTwins(users.toReversed())).toEqual(twins);
      expect(twins).toHaveLength(withTwin && plain.length > 0 ? 1 : 0);
    }),
    { numRuns: 50 },
  );
});

test('look-alikes without a marked letter are told apart by their ids, as their alert keeps them', () => {
  const plain = findTwins(named('bob@acme.example', 'B0B@acme.example'));
  const marked = findTwins(named('anna@acme.example', 'аnna@acme.example'));

  expect(toldApartById([...plain, ...marked].map(({ users }) => twinsFingerprint(users)))).toEqual(
    new Map([
      ['bob@acme.example', 'u0'],
      ['b0b@acme.example', 'u1'],
    ]),
  );
});
