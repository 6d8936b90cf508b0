import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays, daysOf, type Day } from '../../../shared/kernel/time/day.ts';
import type { DailyUse } from '../../../shared/ledger/daily-use.ts';
import type { KnownUser, Membership } from '../../../shared/roster/person.ts';
import {
  creditsByTeam,
  membersByDay,
  membershipsWith,
  recordMemberships,
  teamOn,
  teamSpans,
  useByTeam,
} from '../../../shared/teams/members-by-day.ts';
import { partOf } from '../../support/part-of.ts';

const ann: KnownUser = { userId: 'ann', email: 'ann@acme.example' };

/** What is recorded of a user whom runs saw in teams, one after another. */
function seen(...looks: readonly (readonly [day: Day, team: string | undefined])[]): readonly Membership[] {
  return looks.reduce<readonly Membership[]>((known, [day, team]) => membershipsWith(known, team, day), []);
}

function teamsOn(memberships: readonly Membership[], days: readonly Day[]): readonly (string | undefined)[] {
  const last = memberships.at(-1)?.team;
  const teamOf = new Map(last === undefined ? [] : [[ann.userId, last]]);
  return days.map((day) => teamOn({ teamOf, moved: new Map([[ann.userId, memberships]]) }, ann.userId, day));
}

test('the day of a move belongs to the team before it, and the next to the new one', () => {
  const memberships = seen(['2026-03-01', 'web'], ['2026-03-12', 'core']);

  expect(teamsOn(memberships, ['2026-03-12', '2026-03-13'])).toEqual(['web', 'core']);
});

test('the days before the first known team are its days', () => {
  expect(teamsOn(seen(['2026-03-01', undefined], ['2026-03-05', 'web']), ['2026-01-14'])).toEqual(['web']);
  expect(seen(['2026-03-01', undefined])).toEqual([]);
});

test('days in no team belong to none', () => {
  const memberships = seen(['2026-03-01', 'web'], ['2026-03-04', undefined], ['2026-03-08', 'web']);

  expect(teamsOn(memberships, ['2026-03-04', '2026-03-05', '2026-03-08', '2026-03-09'])).toEqual([
    'web',
    undefined,
    undefined,
    'web',
  ]);
});

test('a move that is taken back on the same day leaves no trace', () => {
  const before = seen(['2026-03-01', 'web'], ['2026-03-04', 'core']);

  expect(membershipsWith(membershipsWith(before, 'web', '2026-03-09'), 'core', '2026-03-09')).toEqual(before);
});

test('a second look at the same teams records nothing', () => {
  const teamOf = new Map([['ann', 'web']]);
  const [first, ...none] = recordMemberships([ann, { userId: 'bob' }], teamOf, '2026-03-01');

  expect(none).toEqual([]);
  expect(first).toEqual({ ...ann, memberships: [{ from: '2026-03-01', team: 'web' }] });
  expect(recordMemberships(first === undefined ? [] : [first], teamOf, '2026-03-09')).toEqual([]);
});

test('a move counts from tomorrow before it is recorded, and as much once it is', () => {
  const user = { ...ann, memberships: seen(['2026-03-01', 'web']) };
  const teamOf = new Map([['ann', 'core']]);
  const before = membersByDay([user], teamOf, '2026-03-12');
  const after = membersByDay(recordMemberships([user], teamOf, '2026-03-12'), teamOf, '2026-03-12');

  expect(before).toEqual(after);
  expect(['2026-03-12', '2026-03-13'].map((day) => teamOn(before, 'ann', day))).toEqual(['web', 'core']);
  expect(membersByDay([user], new Map([['ann', 'web']]), '2026-03-12')).not.toHaveProperty('moved');
});

test('whoever joins a team that had members before leaves the use without a team behind', () => {
  const users = [{ ...ann, memberships: seen(['2026-03-01', 'web']) }, { userId: 'bob' }];
  const teamOf = new Map([
    ['ann', 'web'],
    ['bob', 'web'],
  ]);
  const before = membersByDay(users, teamOf, '2026-03-12');
  const recorded = recordMemberships(users, teamOf, '2026-03-12');

  expect(['2026-03-01', '2026-03-12', '2026-03-13'].map((day) => teamOn(before, 'bob', day))).toEqual([
    undefined,
    undefined,
    'web',
  ]);
  expect(recorded).toEqual([
    { userId: 'bob', memberships: [{ from: '2026-03-12' }, { from: '2026-03-13', team: 'web' }] },
  ]);
});

test('a new team counts what its members used before, and a newcomer is in theirs from the start', () => {
  const teamOf = new Map([
    ['ann', 'web'],
    ['bob', 'web'],
  ]);
  const joined = [{ kind: 'joined' as const, at: '2026-03-12T02:30:00.000Z' }];
  const members = { ...ann, memberships: seen(['2026-03-01', 'web']) };

  expect(membersByDay([ann, { userId: 'bob' }], teamOf, '2026-03-12')).toEqual({ teamOf });
  expect(membersByDay([members, { userId: 'bob', events: joined }], teamOf, '2026-03-12')).toEqual({ teamOf });
});

test('so many moves are kept, and the earliest that is kept counts for all days before', () => {
  const looks = Array.from({ length: 150 }, (_, index) => [addDays('2026-01-01', index), `t${index}`] as const);
  const memberships = seen(...looks);

  expect(memberships).toHaveLength(100);
  expect(teamsOn(memberships, ['2026-01-01'])).toEqual(['t50']);
});

test('what is recorded names no team where there is none, and the day of each move', () => {
  expect(seen(['2026-03-01', 'web'], ['2026-03-04', undefined])).toStrictEqual([
    { from: '2026-03-01', team: 'web' },
    { from: '2026-03-05' },
  ]);
  expect(membersByDay([ann], new Map([['ann', 'web']]), '2026-03-12')).toStrictEqual({
    teamOf: new Map([['ann', 'web']]),
  });
});

const twice: readonly Membership[] = [
  { from: '2026-03-05', team: 'web' },
  { from: '2026-03-10', team: 'core' },
];
const movedOnce = { teamOf: new Map([['ann', 'core']]), moved: new Map([['ann', twice]]) };

test.for([
  [
    'around a move',
    '2026-03-01',
    '2026-03-20',
    [
      ['2026-03-01', '2026-03-09', 'web'],
      ['2026-03-10', '2026-03-20', 'core'],
    ],
  ],
  ['that begin with a move', '2026-03-10', '2026-03-20', [['2026-03-10', '2026-03-20', 'core']]],
  [
    'that end with a move',
    '2026-03-09',
    '2026-03-10',
    [
      ['2026-03-09', '2026-03-09', 'web'],
      ['2026-03-10', '2026-03-10', 'core'],
    ],
  ],
  ['before a move', '2026-03-01', '2026-03-09', [['2026-03-01', '2026-03-09', 'web']]],
] as const)('days %s are taken apart where the team changes', ([, from, through, expected]) => {
  const spans = teamSpans(movedOnce, 'ann', { from, through });

  expect(spans.map((span) => [span.from, span.through, span.team])).toEqual(expected);
});

test('the days of a user who never moved are all in their team', () => {
  expect(
    teamSpans({ teamOf: new Map([['ann', 'web']]) }, 'ann', { from: '2026-03-01', through: '2026-03-02' }),
  ).toEqual([{ from: '2026-03-01', through: '2026-03-02', team: 'web' }]);
});

test('the use of teams is that of all their members, of the wanted teams alone where they are named', () => {
  const three = { from: '2026-03-09', through: '2026-03-11' };
  const use = {
    range: three,
    days: daysOf(three),
    users: new Map([
      ['ann', Float64Array.of(1, 2, 4)],
      ['bob', Float64Array.of(10, 20, 40)],
      ['eve', Float64Array.of(100, 100, 100)],
    ]),
  };
  const members = { ...movedOnce, teamOf: new Map([...movedOnce.teamOf, ['bob', 'web']]) };
  const shown = (wanted?: ReadonlySet<string>) =>
    [...creditsByTeam(partOf(use), members, wanted)].map(([name, credits]) => [name, [...credits]]);

  expect(shown()).toEqual([
    ['web', [11, 20, 40]],
    ['core', [0, 2, 4]],
  ]);
  expect(shown(new Set(['core']))).toEqual([['core', [0, 2, 4]]]);
  expect(shown(new Set())).toEqual([]);
});

test('a move after the last day that is known of a user takes nothing of their use', () => {
  const through = '2026-03-11';
  const use = { range: { from: '2026-03-01', through }, users: new Map([['ann', Float64Array.of(1, 2, 4)]]) };
  const parts = [...useByTeam(partOf(use), movedOnce)].map(({ team: name, credits }) => [
    name,
    [...credits].slice(0, 3),
  ]);

  expect(parts).toEqual([
    ['web', [1, 2, 4]],
    ['core', [0, 0, 0]],
  ]);
});

const range = { from: '2026-03-01', through: '2026-03-20' };
const days = daysOf(range);
const team = fc.option(fc.constantFrom('web', 'core', 'ml'), { nil: undefined });
const looks = fc
  .array(fc.tuple(fc.constantFrom(...days), team), { maxLength: 6 })
  .map((list) => list.toSorted(([a], [b]) => Number(a > b) - Number(a < b)));
const world = fc.dictionary(
  fc.constantFrom('ann', 'bob', 'eve', 'old'),
  fc.record({ looks, credits: fc.array(fc.nat(1_000_000), { minLength: days.length, maxLength: days.length }) }),
);

function worldOf(drawn: ReturnType<typeof world.generate>['value']) {
  const users = Object.entries(drawn).map(([userId, { looks: all }]): KnownUser => ({
    userId,
    memberships: seen(...all),
  }));
  const teamOf = new Map(
    users.flatMap(({ userId, memberships }) => {
      const last = memberships?.at(-1)?.team;
      return last === undefined ? [] : [[userId, last]];
    }),
  );
  const use: Pick<DailyUse, 'days' | 'range' | 'users'> = {
    days,
    range,
    users: new Map(Object.entries(drawn).map(([userId, { credits }]) => [userId, Float64Array.from(credits)])),
  };
  return { use, members: membersByDay(users, teamOf, range.through) };
}

test('whoever moves, each credit of a day belongs to exactly the team of that day', () => {
  fc.assert(
    fc.property(world, (drawn) => {
      const { use, members } = worldOf(drawn);
      const expected = new Map<string, number>();
      for (const [userId, { credits }] of Object.entries(drawn)) {
        credits.forEach((used, index) => {
          const key = `${teamOn(members, userId, days[index] ?? '') ?? 'none'} ${index}`;
          expected.set(key, (expected.get(key) ?? 0) + used);
        });
      }
      const found = new Map<string, number>();
      for (const { team: name, credits } of useByTeam(partOf(use), members)) {
        [...credits].forEach((used, index) => {
          const key = `${name ?? 'none'} ${index}`;
          found.set(key, (found.get(key) ?? 0) + used);
        });
      }
      const used = (sums: ReadonlyMap<string, number>) => new Map([...sums].filter(([, credits]) => credits > 0));
      expect(used(found)).toEqual(used(expected));
      for (const [name, credits] of creditsByTeam(partOf(use), members)) {
        expect([...credits]).toEqual(days.map((_day, index) => expected.get(`${name} ${index}`) ?? 0));
      }
    }),
    { numRuns: 100 },
  );
});

test('moving to and fro leaves each team the use of its own days', () => {
  fc.assert(
    fc.property(looks, (drawn) => {
      const memberships = seen(...drawn);
      const members = { teamOf: new Map<string, string>(), moved: new Map([['ann', memberships]]) };
      const spans = memberships.length < 2 ? [] : teamSpans(members, 'ann', range);
      expect(spans.flatMap((span) => daysOf(span))).toEqual(memberships.length < 2 ? [] : days);
      expect(spans.every((span) => daysOf(span).every((day) => teamOn(members, 'ann', day) === span.team))).toBe(true);
    }),
    { numRuns: 100 },
  );
});
