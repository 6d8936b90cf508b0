import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findTwins, toldApartById, twinsFingerprint } from '../../../shared/roster/twins.ts';

const firstNames =
  `Adam Aisha Alice Amara Andreas Anna Arne Arnold Bernadette Bernard Bernd Bjorn Camila Carla Carmen Carolina Chen Clara
  Claudia Connor Dana Darnell David Elena Emma Ernest Ernesto Farhan Fatima Fiona Fernanda Fernando Gernot Hanna Harun
  Hernan Ines Ivan Jamal James Jan Jerome Joern Juliana Karim Karin Lars Laura Liam Lina Lorna Luca Marina Mark Marna Martin
  Maria Milan Mohamed Nadia Nina Noemi Olga Omar Pedro Priya Rahul Ramona Ronan Rosa Sami Sara Serena Simon Sofia Tamara
  Terrence Tomas Uma Vera Verna Victor Warren Werner William Yara Yusuf Zoe`.split(/\s+/u);
const lastNames =
  `Ahmed Almeida Andersen Arnaud Baker Barnes Becker Bernardi Brennan Brown Burns Byrne Carter Chang Clark Cohen Conrad Costa
  Dahl Damm Diaz Dormer Dubois Eriksen Farmer Farnham Fernandes Ferrer Fischer Foster Garcia Garner Gomez Graham Greene
  Gupta Hammer Harmon Hernandez Horner Horn Hoffmann Ito Jansen Johnson Kaminski Kaur Kern Khan Kim Klein Kowalski Kumar
  Larsen Lee Lerner Levi Lima Mayer Moreau Morgan Mueller Murphy Nakamura Novak Okafor Olsen Park Patel Petrov Ramirez
  Reyes Romano Rossi Sato Schmidt Silva Singh Smith Stern Suarez Tanaka Thornton Turner Vernon Wagner Weber Werner Wong
  Yamamoto Zimmermann`.split(/\s+/u);

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

test('rn and m look the same, in names and domains; in organizations of usual names no one is taken for another', () => {
  expect(
    findTwins(named('bernard@acme.example', 'bemard@acme.example', 'ann@acrne.example', 'ann@acme.example')),
  ).toEqual([
    expect.objectContaining({ kind: 'look-alike', reading: 'ann@acme.example' }),
    expect.objectContaining({ kind: 'look-alike', reading: 'bemard@acme.example' }),
  ]);
  const emails = firstNames.flatMap((first) => lastNames.map((last) => `${first}.${last}@acme.example`.toLowerCase()));
  expect(emails.length).toBeGreaterThan(5_000);
  expect(findTwins(named(...emails))).toEqual([]);
});
