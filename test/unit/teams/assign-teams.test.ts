import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { KnownUser } from '../../../shared/roster/person.ts';
import { assignTeams } from '../../../shared/teams/assign-teams.ts';
import { matchesEmailGlob } from '../../../shared/teams/member-rule.ts';
import { compareTeams, type Team } from '../../../shared/teams/team.ts';
import { aTeam, someEmail, someTeams } from '../../support/teams.ts';

const ann = { userId: 'u-1', email: 'Ann@Sales.example', metadata: { unit: 'web' } };

function chosen(...teams: readonly Team[]): string | undefined {
  return assignTeams([ann], teams).teamOf.get(ann.userId);
}

describe('a user’s team', () => {
  test('is the one that names their email, in whatever spelling', () => {
    expect(chosen(aTeam('web', ['ann@sales.example']))).toBe('web');
  });

  test('is none when no rule is met', () => {
    expect(chosen(aTeam('web', ['bob@sales.example', '*@web.example', 'metadata.unit=Web', 'metadata.u=web']))).toBe(
      undefined,
    );
  });

  test.for([
    ['a named email beats a glob', ['ann@sales.example'], ['*@sales.example']],
    ['a named email beats metadata', ['ann@sales.example'], ['metadata.unit=web']],
    ['the strongest rule of a team counts', ['metadata.unit=web', 'ann@sales.example'], ['a*@sales.example']],
  ] as const)('%s, whatever the order of teams', ([, stronger, weaker]) => {
    expect(chosen(aTeam('last', stronger, { position: 2 }), aTeam('first', weaker, { position: 1 }))).toBe('last');
  });

  test.for([
    ['two emails', 'ann@sales.example', 'ann@sales.example'],
    ['two globs', '*@sales.example', 'a*@*'],
    ['two metadata rules', 'metadata.unit=web', 'metadata.unit=web'],
    ['a glob and metadata', '*@sales.example', 'metadata.unit=web'],
  ] as const)('of %s is that of the team that comes first', ([, one, other]) => {
    expect(chosen(aTeam('a', [one], { position: 2 }), aTeam('b', [other], { position: 1 }))).toBe('b');
    expect(chosen(aTeam('b', [one]), aTeam('a', [other]))).toBe('a');
  });

  test('is found by metadata for a user without an email, and never by a key that every object has', () => {
    const users: readonly KnownUser[] = [
      { userId: 'u-2', metadata: { unit: 'web' } },
      { userId: 'u-3', metadata: {} },
    ];

    const { teamOf } = assignTeams(users, [aTeam('web', ['metadata.unit=web', 'metadata.toString=x', '*@*'])]);

    expect([...teamOf]).toEqual([['u-2', 'web']]);
  });

  test('stays theirs when they have left, so that what they used stays the team’s', () => {
    const { teamOf, emptyTeams } = assignTeams([{ ...ann, goneSince: '2026-03-01' }], [aTeam('web', ['*@*'])]);

    expect([...teamOf]).toEqual([['u-1', 'web']]);
    expect(emptyTeams).toEqual(['web']);
  });
});

test('a user who matches several teams is reported with all of them, and belongs to one', () => {
  const teams = [
    aTeam('all', ['*@*'], { position: 3 }),
    aTeam('sales', ['*@sales.example'], { position: 1 }),
    aTeam('web', ['ann@sales.example', 'metadata.unit=web'], { position: 9 }),
    aTeam('none', ['metadata.unit=ops'], { position: 2 }),
  ];

  const { teamOf, doubles, emptyTeams } = assignTeams([ann], teams);

  expect([...teamOf]).toEqual([['u-1', 'web']]);
  expect(doubles).toEqual([
    { userId: 'u-1', email: 'Ann@Sales.example', teams: ['web', 'sales', 'all'], chosen: 'web' },
  ]);
  expect(emptyTeams).toEqual(['sales', 'none', 'all']);
});

describe('whatever the users and teams', () => {
  const someUsers: fc.Arbitrary<readonly KnownUser[]> = fc
    .array(
      fc.record(
        {
          email: someEmail,
          metadata: fc.record(
            { unit: fc.constantFrom('web', 'ops'), level: fc.constantFrom('3', '4') },
            { requiredKeys: [] },
          ),
          goneSince: fc.constant('2026-03-01'),
        },
        { requiredKeys: ['metadata'] },
      ),
      { maxLength: 8 },
    )
    .map((users) => users.map((user, index) => ({ userId: `u-${index}`, ...user }) as KnownUser));

  test('the order in which users and teams are given changes nothing', () => {
    fc.assert(
      fc.property(someUsers, someTeams, (users, teams) => {
        const one = assignTeams(users, teams);
        const other = assignTeams(users.toReversed(), teams.toReversed());

        expect(other).toEqual(one);
        expect([...other.teamOf]).toEqual([...one.teamOf]);
      }),
    );
  });

  test('each belongs to at most one team, the one that a look at every rule finds, and every double is reported', () => {
    fc.assert(
      fc.property(someUsers, someTeams, (users, teams) => {
        const { teamOf, doubles } = assignTeams(users, teams);

        for (const user of users) {
          const found = bySlowLook(user, teams);
          expect(teamOf.get(user.userId)).toBe(found[0]);
          const isDouble = found.length > 1 && user.goneSince === undefined;
          expect(doubles.some(({ userId }) => userId === user.userId)).toBe(isDouble);
        }
      }),
    );
  });
});

/** Every rule of every team, one after the other. */
function bySlowLook({ email, metadata = {} }: KnownUser, teams: readonly Team[]): readonly string[] {
  const strengthOf = (team: Team): number =>
    Math.min(
      ...team.members.map((rule) => {
        switch (rule.kind) {
          case 'email':
            return email === rule.email ? 0 : Infinity;
          case 'glob':
            return email !== undefined && matchesEmailGlob(rule.pattern, email) ? 1 : Infinity;
          case 'metadata':
            return metadata[rule.key] === rule.value ? 1 : Infinity;
        }
      }),
    );
  return teams
    .filter((team) => strengthOf(team) < Infinity)
    .toSorted((a, b) => strengthOf(a) - strengthOf(b) || compareTeams(a, b))
    .map(({ name }) => name);
}
