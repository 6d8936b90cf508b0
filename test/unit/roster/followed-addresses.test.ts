import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { followAddress, followedAddresses, formerAddresses } from '../../../shared/roster/followed-addresses.ts';
import type { KnownUser, RosterUser } from '../../../shared/roster/person.ts';
import { diffRoster } from '../../../shared/roster/roster-change.ts';

/** What is known once the roster was read on one night after another; a person is `id` or `id:name`. */
function readings(...nights: readonly (readonly string[])[]): readonly KnownUser[] {
  let known: readonly KnownUser[] = [];
  nights.forEach((people, index) => {
    const day = String(index + 1).padStart(2, '0');
    const read = people.map((text): RosterUser => {
      const [userId = '', name = userId] = text.split(':');
      return name === '' ? { userId } : { userId, email: `${name}@acme.example` };
    });
    const at = `2026-03-${day}T02:30:00.000Z`;
    const { changed } = diffRoster(known, read, { today: at.slice(0, 10), at, isWhole: true });
    known = [...new Map([...known, ...changed].map((user) => [user.userId, user])).values()];
  });
  return known;
}

function followed(...nights: readonly (readonly string[])[]): Readonly<Record<string, string>> {
  const short = (email: string) => email.replace('@acme.example', '');
  return Object.fromEntries(
    [...followedAddresses(readings(...nights))].map(([address, { to }]) => [short(address), short(to)]),
  );
}

test.for([
  ['nobody has the address of a person who is renamed: it is theirs', [['p:a'], ['p:b']], { a: 'b' }],
  ['renamed again and again, every former address is theirs', [['p:a'], ['p:b'], ['p:c']], { a: 'c', b: 'c' }],
  ['renamed back, no address is a former one', [['p:a'], ['p:b'], ['p:a']], { b: 'a' }],
  ['once somebody else has the address, it is that person’s', [['p:a'], ['p:b'], ['p:b', 'q:a']], {}],
  [
    'people who swap their addresses swap what is set for these',
    [
      ['p:a', 'q:b'],
      ['p:b', 'q:a'],
    ],
    {},
  ],
  [
    'an address in the middle of a chain that somebody else has is that person’s, and the first one stays',
    [['p:a'], ['p:b'], ['p:c', 'q:b']],
    { a: 'c' },
  ],
  [
    'of two who had an address it is the last one’s',
    [
      ['p:a', 'q:x'],
      ['p:b', 'q:x'],
      ['p:b', 'q:a'],
      ['p:b', 'q:y'],
    ],
    { a: 'y', x: 'y' },
  ],
  [
    'two who come under one address bring what both had',
    [
      ['p:a', 'q:b'],
      ['p:c', 'q:c'],
    ],
    { a: 'c', b: 'c' },
  ],
  ['another spelling is the same address', [['p:a'], ['p:A']], {}],
  ['what a person who left had last stays theirs', [['p:a'], []], {}],
  ['a person who is renamed and leaves takes it along', [['p:a'], ['p:b'], []], {}],
  [
    'of a person who left, the address that somebody took up after a rename stays with them',
    [['p:a'], ['p:b'], ['p:b', 'q:a'], ['p:b']],
    {},
  ],
  ['a person without any address now has none that is followed', [['p:a'], ['p:']], {}],
  [
    'a person who had none and gets one has given none up',
    [
      ['p:', 'q:x'],
      ['p:a', 'q:y'],
    ],
    { x: 'y' },
  ],
  ['a directory that is made anew gives the address to a new account', [['p:a'], ['q:a']], {}],
  ['after a rename as well', [['p:a'], ['p:b'], ['q:b']], { a: 'b' }],
] as const)('%s', ([, nights, expected]) => {
  expect(followed(...nights)).toEqual(expected);
});

describe('of two who gave an address up', () => {
  const at = (day: number, hour = 2) => new Date(Date.UTC(2026, 2, day, hour)).toISOString();
  const changed = (name: string, day: number, hour?: number) =>
    ({ kind: 'email-changed', at: at(day, hour), emailBefore: `${name}@acme.example` }) as const;
  const renamed = (day: number, hour?: number): KnownUser => ({
    userId: 'q',
    email: 'y@acme.example',
    events: [changed('a', day, hour)],
  });
  const gone = (events?: KnownUser['events']): KnownUser => ({
    userId: 'p',
    email: 'a@acme.example',
    goneSince: '2026-03-05',
    ...(events !== undefined && { events }),
  });
  const isWithRenamed = (...users: readonly KnownUser[]) =>
    followedAddresses(users).get('a@acme.example') !== undefined;

  test('it stays with the one who left with it where the reading that first lacked them came after the rename', () => {
    const left = gone([
      { kind: 'joined', at: at(1) },
      { kind: 'left', at: at(5) },
    ]);

    expect(isWithRenamed(left, renamed(5, 1))).toBe(false);
    expect(isWithRenamed(left, renamed(5, 3))).toBe(true);
  });

  test('where no event tells when they left, the day does', () => {
    expect([isWithRenamed(gone(), renamed(4)), isWithRenamed(gone(), renamed(5))]).toEqual([false, true]);
    expect(isWithRenamed(gone([changed('z', 1)]), renamed(3))).toBe(false);
  });
});

test('a change from no address at all gives none up', () => {
  const events = [{ kind: 'email-changed', at: '2026-03-02T02:30:00.000Z' }] as const;

  expect(followedAddresses([{ userId: 'p', email: 'a@acme.example', events }])).toEqual(new Map());
});

test('former addresses come in the order in which they were given up, the last first, and those of one moment as they are known', () => {
  const to = 'now@acme.example';
  const days = { a: 2, b: 4, c: 1, d: 4, e: 3 };
  const known = new Map(Object.entries(days).map(([name, day]) => [name, { to, at: `2026-03-0${day}` }] as const));

  expect(formerAddresses(to, known)).toEqual(['b', 'd', 'e', 'a', 'c']);
});

test('the address that was given up last comes first', () => {
  const users = readings(['p:a'], ['p:b'], ['p:c']);

  expect(formerAddresses('C@acme.example', followedAddresses(users))).toEqual(['b@acme.example', 'a@acme.example']);
});

test('an address is read as the one of now, in whatever case, and any other as it is', () => {
  const addresses = followedAddresses(readings(['p:a', 'q:x'], ['p:b', 'q:y'], ['p:c', 'q:y']));

  expect(followAddress('A@acme.example', addresses)).toBe('c@acme.example');
  expect(followAddress('Z@acme.example', addresses)).toBe('Z@acme.example');
  expect(formerAddresses('y@acme.example', addresses)).toEqual(['x@acme.example']);
});

test('a former address stays known, however often its person leaves and returns', () => {
  const flapping = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? [] : ['p:b']));

  expect(followed(['p:a'], ['p:b'], ...flapping)).toEqual({ a: 'b' });
});

test('whatever becomes of addresses, only what nobody has is followed, to an address that somebody has', () => {
  const name = fc.constantFrom('', 'a', 'b', 'c', 'd');
  const night = fc
    .dictionary(fc.constantFrom('p', 'q', 'r'), name)
    .map((people) => Object.entries(people).map(([userId, address]) => `${userId}:${address}`));
  fc.assert(
    fc.property(fc.array(night, { minLength: 1, maxLength: 6 }), (nights) => {
      const users = readings(...nights);
      const current = users.filter(({ goneSince }) => goneSince === undefined);
      const held = new Set(current.flatMap(({ email }) => email ?? []));
      const all = followedAddresses(users);
      for (const [address, { to }] of all) {
        expect([held.has(address), held.has(to)]).toEqual([false, true]);
      }
      // A person who alone gave an address up last, and is there with another, has it.
      const lost = current.flatMap(({ email, events = [] }) => {
        const last = events.at(-1);
        const others = users.flatMap(({ events: theirs = [] }) => theirs.filter(({ at }) => at >= (last?.at ?? '')));
        const isLost = last?.kind === 'email-changed' && email !== undefined && others.length === 1;
        return isLost && !held.has(last.emailBefore ?? '') ? [[last.emailBefore ?? '', email] as const] : [];
      });
      expect(lost.map(([address]) => all.get(address)?.to)).toEqual(lost.map(([, email]) => email));
      expect(followedAddresses(users.toReversed())).toEqual(all);
    }),
    { numRuns: 200 },
  );
});
