import { expect, test } from 'vitest';

import { matchPeople } from '../../../shared/caps/person.ts';
import { someUsage } from '../../support/domain-samples.ts';

test('users are matched by id, and their email goes to the platform as the roster spells it', () => {
  const { persons } = matchPeople([{ userId: 'ann', email: ' Ann@Acme.Example ' }], someUsage({ ann: 40 }));

  expect(persons).toMatchObject([{ userId: 'ann', email: 'Ann@Acme.Example', credits: { month: 40 } }]);
});

test('use under an id that the roster does not know is an account’s of its own, whoever has its email, and is named', () => {
  const usage = someUsage({ ann: 40, stray: { month: 2, platform: 2, email: 'ann@acme.example' } });

  const { persons, uncappable } = matchPeople([{ userId: 'ann', email: 'Ann@acme.example' }], usage);

  expect(persons[0]?.credits).toMatchObject({ month: 40, platform: 40 });
  expect(uncappable).toMatchObject([{ userId: 'stray', reason: 'not-on-roster', creditsAtStake: { month: 2 } }]);
});

test('a user whose email changed keeps their use, and the old email is nobody else’s', () => {
  const usage = someUsage({ ann: { month: 40, email: 'ann@old.example' } });

  const { persons, uncappable } = matchPeople([{ userId: 'ann', email: 'ann@new.example' }], usage);

  expect(persons).toMatchObject([{ email: 'ann@new.example', credits: { month: 40 } }]);
  expect(uncappable).toEqual([]);
});

test('a user without an email cannot be capped, and is named with the credits at stake', () => {
  const { persons, uncappable } = matchPeople([{ userId: 'ann' }], someUsage({ ann: 40 }));

  expect(persons).toEqual([]);
  expect(uncappable).toMatchObject([{ userId: 'ann', reason: 'no-email', creditsAtStake: { month: 40 } }]);
});

test('users who share an email, in whatever letter case, cannot be capped apart', () => {
  const known = [
    { userId: 'ann', email: 'a@acme.example' },
    { userId: 'bob', email: 'A@Acme.example' },
  ];

  const { persons, uncappable } = matchPeople(known, someUsage({ ann: 1, bob: 2 }));

  expect(persons).toEqual([]);
  expect(uncappable.map(({ userId, reason }) => [userId, reason])).toEqual([
    ['ann', 'email-shared'],
    ['bob', 'email-shared'],
  ]);
});

test('a user who left the roster is neither capped nor reported, and shares no email any more', () => {
  const known = [
    { userId: 'ann', email: 'a@acme.example', goneSince: '2026-03-01' },
    { userId: 'bob', email: 'a@acme.example' },
  ];

  const { persons, uncappable } = matchPeople(known, someUsage({ ann: 5, bob: 2 }));

  expect(persons.map(({ userId }) => userId)).toEqual(['bob']);
  expect(uncappable).toEqual([]);
});

test('a user who consumed and was never on the roster is named; one who consumed nothing is not', () => {
  const usage = someUsage({ stray: { day: 0, month: 3, email: 'x@acme.example' }, nameless: 4, idle: 0 });

  const { uncappable } = matchPeople([], usage);

  expect(uncappable.map(({ userId, reason }) => [userId, reason])).toEqual([
    ['nameless', 'no-email'],
    ['stray', 'not-on-roster'],
  ]);
});

test('somebody is unreadable when their figures are', () => {
  const known = ['ann', 'bob'].map((userId) => ({ userId, email: `${userId}@acme.example` }));

  const { persons } = matchPeople(known, someUsage({ ann: 1, bob: 1 }, ['bob']));

  expect(persons.map(({ isUnreadable }) => isUnreadable)).toEqual([false, true]);
});

test('a user of the roster who changed to another’s email is not counted for that one', () => {
  const known = [
    { userId: 'ann', email: 'ann@acme.example' },
    { userId: 'bob', email: 'bob@acme.example' },
  ];
  const usage = someUsage({ ann: 40, bob: { month: 5, email: 'ann@acme.example' } });

  expect(matchPeople(known, usage).persons.map(({ credits }) => credits.month)).toEqual([40, 5]);
});

test('use under the email of two users is nobody’s, and is named', () => {
  const known = ['ann', 'bob'].map((userId) => ({ userId, email: 'both@acme.example' }));
  const usage = someUsage({ stray: { month: 3, email: 'both@acme.example' } });

  expect(matchPeople(known, usage).uncappable).toMatchObject([
    { userId: 'ann', reason: 'email-shared', creditsAtStake: {} },
    { userId: 'bob', reason: 'email-shared', creditsAtStake: {} },
    { userId: 'stray', reason: 'not-on-roster', creditsAtStake: { month: 3 } },
  ]);
});

test('people are in the order of their ids, whatever the order of the roster', () => {
  const known = ['cem', 'ann', 'bob'].map((userId) => ({ userId, email: `${userId}@acme.example` }));
  const nameless = ['z', 'x', 'y'].map((userId) => ({ userId }));

  for (const users of [[...known, ...nameless], [...nameless, ...known].toReversed()]) {
    const { persons, uncappable } = matchPeople(users, someUsage({}));

    expect(persons.map(({ userId }) => userId)).toEqual(['ann', 'bob', 'cem']);
    expect(uncappable.map(({ userId }) => userId)).toEqual(['x', 'y', 'z']);
  }
});
