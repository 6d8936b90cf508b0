import { expect, test } from 'vitest';

import type { FollowedAddresses } from '../../../shared/roster/followed-addresses.ts';
import { followMembers } from '../../../shared/teams/followed-members.ts';
import { aTeam } from '../../support/teams.ts';

const [old, now] = ['old@acme.example', 'now@acme.example'];
const followed: FollowedAddresses = new Map([[old, { to: now, at: '2026-03-02T02:30:00.000Z' }]]);

test('a member that a team names by a former address is in it, unless a team names the address of now', () => {
  const members = (...teams: readonly (readonly string[])[]) =>
    followMembers(
      teams.map((emails, index) => aTeam(`t${index}`, emails)),
      followed,
    ).map((team) => team.members.map((rule) => (rule.kind === 'email' ? rule.email : rule.kind)));

  expect(members([old, '*@acme.example'])).toEqual([[now, 'glob']]);
  expect(members([old], [now])).toEqual([[old], [now]]);
});

test('teams stay as they are where no address is a former one', () => {
  const teams = [aTeam('web', [old])];

  expect(followMembers(teams, new Map())).toBe(teams);
});
