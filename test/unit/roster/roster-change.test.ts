import fc from 'fast-check';
import { expect, test } from 'vitest';

import { emailKey } from '../../../shared/roster/email.ts';
import type { KnownUser } from '../../../shared/roster/person.ts';
import { diffRoster } from '../../../shared/roster/roster-change.ts';

const at = '2026-03-15T02:30:00.000Z';
const tonight = { today: '2026-03-15', at, isWhole: true };
const ann = { userId: 'ann', email: 'ann@acme.example', metadata: { team: 'core' } };
const bob = { userId: 'bob', email: 'bob@acme.example' };

test('emails match trimmed and in lower case', () => {
  expect(emailKey('  Ann@Acme.Example ')).toBe('ann@acme.example');
});

test('a new user is stored', () => {
  expect(diffRoster([ann], [ann, bob], tonight)).toEqual({
    changed: [{ ...bob, events: [{ kind: 'joined', at }] }],
    joined: 1,
    left: 0,
    emailChanged: 0,
    emailLost: 0,
  });
});

test('who is missing is marked as gone and not forgotten', () => {
  expect(diffRoster([ann, bob], [ann], tonight)).toEqual({
    changed: [{ ...bob, goneSince: '2026-03-15', events: [{ kind: 'left', at }] }],
    joined: 0,
    left: 1,
    emailChanged: 0,
    emailLost: 0,
  });
});

test('who was gone already does not leave again', () => {
  expect(diffRoster([{ ...bob, goneSince: '2026-03-01' }], [ann], tonight).left).toBe(0);
});

test('who comes back is current again', () => {
  expect(diffRoster([{ ...bob, goneSince: '2026-03-01' }], [bob], tonight)).toMatchObject({
    changed: [{ ...bob, events: [{ kind: 'returned', at }] }],
    joined: 1,
  });
});

test('a list that is not whole is no proof that anybody left', () => {
  expect(diffRoster([ann, bob], [ann], { ...tonight, isWhole: false })).toMatchObject({ changed: [], left: 0 });
});

test.for([
  ['email', { email: 'ann@new.example' }, 1],
  ['first name', { firstName: 'Ann' }, 0],
  ['metadata', { metadata: { team: 'edge' } }, 0],
  ['metadata key', { metadata: { group: 'core' } }, 0],
] as const)('another %s is written', ([, said, emailChanged]) => {
  expect(diffRoster([ann], [{ ...ann, ...said }], tonight)).toMatchObject({
    changed: [{ ...ann, ...said }],
    joined: 0,
    left: 0,
    emailChanged,
    emailLost: 0,
  });
});

test('a roster compared with itself changes nothing', () => {
  const user = fc.record(
    {
      userId: fc.string({ minLength: 1 }),
      email: fc.emailAddress(),
      metadata: fc.dictionary(fc.string(), fc.string()),
    },
    { requiredKeys: ['userId'] },
  );

  fc.assert(
    fc.property(fc.uniqueArray(user, { selector: ({ userId }) => userId }), (users) => {
      expect(diffRoster(users, users, tonight)).toEqual({
        changed: [],
        joined: 0,
        left: 0,
        emailChanged: 0,
        emailLost: 0,
      });
    }),
  );
});

test('nobody has joined on the first reading of all', () => {
  expect(diffRoster([], [ann, bob], tonight).changed).toEqual([ann, bob]);
});

test('a changed email is kept with the one before; another spelling of it is none', () => {
  const [moved] = diffRoster([ann], [{ ...ann, email: 'ann@new.example' }], tonight).changed;
  const [spelt] = diffRoster([ann], [{ ...ann, email: 'Ann@acme.example' }], tonight).changed;

  expect(moved?.events).toEqual([{ kind: 'email-changed', at, emailBefore: 'ann@acme.example' }]);
  expect(spelt).toEqual({ ...ann, email: 'Ann@acme.example' });
});

test('the last six events of a user are kept', () => {
  let known: readonly KnownUser[] = [ann, bob];
  for (let night = 10; night < 30; night += 1) {
    const reading = { today: `2026-03-${night}`, at: `2026-03-${night}T02:30:00.000Z`, isWhole: true };
    const { changed } = diffRoster(known, night % 2 === 0 ? [ann] : [ann, bob], reading);
    known = [ann, ...changed];
  }

  expect(known[1]?.events?.map(({ kind, at: on }) => `${kind} ${on.slice(8, 10)}`)).toEqual([
    'left 24',
    'returned 25',
    'left 26',
    'returned 27',
    'left 28',
    'returned 29',
  ]);
});
