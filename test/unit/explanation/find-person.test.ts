import { expect, test } from 'vitest';

import { findPerson } from '../../../shared/explanation/find-person.ts';
import { someUsage } from '../../support/domain-samples.ts';
import { aSnapshot } from '../../support/snapshot-samples.ts';

const snapshot = aSnapshot({
  users: [
    { userId: 'ann', email: ' Ann@acme.example' },
    { userId: 'old', email: 'ann@acme.example', goneSince: '2026-02-01' },
    { userId: 'gone', email: 'gone@acme.example', goneSince: '2026-02-01' },
    { userId: 'one', email: 'team@acme.example' },
    { userId: 'two', email: 'Team@acme.example' },
    { userId: 'robot' },
  ],
  usage: someUsage({ stray: { month: 5, platform: 5, email: 'stray@acme.example' } }),
});

test('an email finds its user in any case and spacing, whoever had it before', () => {
  const found = findPerson(' ANN@acme.example ', snapshot);

  expect(found).toMatchObject({ kind: 'person', person: { userId: 'ann', email: 'Ann@acme.example' } });
});

test('a user id finds its user, in its own spelling', () => {
  expect(findPerson(' ann ', snapshot)).toMatchObject({ kind: 'person', person: { userId: 'ann' } });
  expect(findPerson('ANN', snapshot)).toMatchObject({ kind: 'nobody' });
  expect(findPerson('stray', snapshot)).toMatchObject({ kind: 'uncappable', user: undefined });
});

test.for([
  ['team@acme.example', { kind: 'uncappable', uncappable: { reason: 'email-shared' } }],
  ['robot', { kind: 'uncappable', uncappable: { reason: 'no-email' } }],
  ['stray@acme.example', { kind: 'uncappable', uncappable: { reason: 'not-on-roster' } }],
  ['gone@acme.example', { kind: 'left', user: { userId: 'gone' } }],
  ['anne@acme.example', { kind: 'nobody', near: ['Ann@acme.example', 'gone@acme.example'] }],
] as const)('%s is found as %o', ([wanted, expected]) => {
  expect(findPerson(wanted, snapshot)).toMatchObject(expected);
});
