import { expect, test } from 'vitest';

import { assignTeams } from '../../../shared/teams/assign-teams.ts';
import { emailsInDoubt, describeTeamProblems } from '../../../shared/teams/team-problems.ts';
import { aTeam, rules } from '../../support/teams.ts';

const users = [
  { userId: 'u-1', email: 'Ann@web.example' },
  { userId: 'u-2', email: 'bob@web.example' },
  { userId: 'u-3', email: 'cy@ops.example' },
  { userId: 'u-4', email: 'gone@web.example', goneSince: '2026-03-01' },
  { userId: 'u-5' },
];
const broken = { name: 'web', problem: 'field "position": "x" is not a whole number; give one', isOpen: false };

test('a row whose members can be read leaves in doubt those whom they name, and nobody else', () => {
  const row = { ...broken, members: rules('*@web.example') };

  expect(emailsInDoubt(users, [row], assignTeams(users, []))).toEqual(['ann@web.example', 'bob@web.example']);
});

test('a row whose members cannot be read leaves in doubt all who belong to no other team', () => {
  const row = { ...broken, members: rules('ann@web.example'), isOpen: true };
  const teams = [aTeam('web2', ['*@web.example'])];

  expect(emailsInDoubt(users, [row], assignTeams(users, teams))).toEqual(['ann@web.example', 'cy@ops.example']);
});

test('without such rows nobody is in doubt', () => {
  expect(emailsInDoubt(users, [], assignTeams(users, []))).toEqual([]);
});

test('a problem says what is wrong, what follows from it and what to do', () => {
  const teams = [aTeam('a', ['*@web.example']), aTeam('b', ['*@web.example'])];
  const { doubles } = assignTeams(users, teams);

  const problems = describeTeamProblems(doubles, [{ ...broken, members: [], isOpen: true }]);

  expect(problems).toEqual([
    expect.stringMatching(/"web" .*not valid.* field "position": "x" /u),
    expect.stringMatching(/^2 users .*: Ann@web\.example in "a", not in "b"; bob@web\.example in "a", not in "b"/u),
  ]);
});

test('of many users who match several teams only the first are named', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    userId: `u-${10 + index}`,
    email: `u${index}@web.example`,
  }));
  const { doubles } = assignTeams(many, [aTeam('a', ['*@web.example']), aTeam('b', ['*@*'])]);

  const [problem] = describeTeamProblems(doubles, []);

  expect(problem).toContain('30 users');
  expect(problem).toContain('25 more');
});
