import { expect, test } from 'vitest';

import { teamWarnings } from '../../../shared/impact/team-warnings.ts';
import type { Team } from '../../../shared/teams/team.ts';
import { aTeam } from '../../support/teams.ts';
import { ann, bob, sideOf } from './impact-sides.ts';

const web = aTeam('web', ['metadata.unit=web']);
const all = aTeam('all', ['metadata.unit=web', 'metadata.unit=ops']);

function warned(teams: readonly Team[], users: Parameters<typeof sideOf>[1] = {}): readonly string[] {
  return teamWarnings(sideOf({ budgets: [], teams }, users)).map(({ kind, scope }) => `${kind} ${scope}`);
}

test.for<readonly [title: string, teams: readonly Team[], expected: readonly string[]]>([
  ['a team with a member', [web], []],
  ['a team of somebody who is not there', [aTeam('gone', ['x@acme.example'])], ['team-without-members team:gone']],
  [
    'a team by metadata that nobody has',
    [aTeam('cost', ['metadata.cost=1', 'metadata.cost=2'])],
    ['metadata-unknown team:cost', 'team-without-members team:cost'],
  ],
  ['a team by metadata that others have', [aTeam('sea', ['metadata.unit=sea'])], ['team-without-members team:sea']],
  ['two teams of the same person', [all, aTeam('ann', ['ann@acme.example'])], ['member-of-two-teams team:ann']],
])('%s', ([, teams, expected]) => {
  expect(warned(teams, { users: [ann, bob, { userId: 'dot', email: 'dot@acme.example' }] })).toEqual(expected);
});

test('before a roster was read nothing is odd', () => {
  expect(warned([aTeam('gone', ['x@acme.example']), aTeam('cost', ['metadata.cost=1'])], { users: [] })).toEqual([]);
});
