import fc from 'fast-check';
import { expect, test } from 'vitest';

import { callerOfClaims, callerOfIam, callerOfLink, callerOfMachine } from '../../../../shared/kernel/access/caller.ts';
import {
  decideAccess,
  isNotEmail,
  othersWith,
  rolesOf,
  teamsOfOwner,
  type RoleLists,
} from '../../../../shared/kernel/access/decide-access.ts';
import { rights, rightsOf, roles, rolesWith, type Right } from '../../../../shared/kernel/access/role.ts';
import { aBudget } from '../../../support/domain-samples.ts';

const nobody: RoleLists = { viewers: [], budgetAdmins: [], approvers: [], security: [], teamOwners: {} };
const byToken = (email: string, groups: readonly string[] = []) =>
  callerOfClaims({ sub: 'x', email, emailVerified: true, groups });
const ann = byToken('ann@acme.example', ['lab']);

test('without a role somebody sees their own and asks for themself, and a refusal names the role that is missing', () => {
  const allowed = rights.filter((right) => decideAccess(ann, nobody, { right }).kind === 'allowed');

  expect(allowed).toEqual(['see-own', 'ask']);
  expect(decideAccess(ann, nobody, { right: 'decide-plans' })).toMatchObject({
    reason: expect.stringMatching(/^ann@acme\.example .* approver, .* "roles"$/u),
  });
});

test('whoever can read the secret of one machine may do everything', () => {
  expect(rights.map((right) => decideAccess(callerOfMachine('ann'), nobody, { right }).kind)).not.toContain('refused');
});

test('a link opens one’s own request and nothing else, whatever roles its owner has', () => {
  const lists = { ...nobody, approvers: ['ann@acme.example'], budgetAdmins: ['ann@acme.example'] };

  const allowed = rights.filter(
    (right) => decideAccess(callerOfLink('ann@acme.example'), lists, { right }).kind === 'allowed',
  );

  expect(allowed).toEqual(['ask']);
});

test('each role has the rights of the table, and no other', () => {
  const listOf = {
    viewer: { viewers: ['ann@acme.example'] },
    'team-owner': { teamOwners: { lab: ['ann@acme.example'] } },
    'budget-owner': {},
    'budget-admin': { budgetAdmins: ['ann@acme.example'] },
    approver: { approvers: ['ann@acme.example'] },
    security: { security: ['ann@acme.example'] },
  };
  for (const role of roles) {
    const budgetTeams = role === 'budget-owner' ? { read: ['lab'], give: ['lab'] } : undefined;
    const allowed = rights.filter(
      (right) =>
        decideAccess(ann, { ...nobody, ...listOf[role] }, { right, ...(budgetTeams !== undefined && { budgetTeams }) })
          .kind === 'allowed',
    );

    expect(allowed.toSorted()).toEqual(Object.keys(rightsOf[role]).toSorted());
  }
});

test('nobody edits settings at the admin API, and no role but the approver’s approves', () => {
  expect(rolesWith('edit-settings')).toEqual([]);
  expect(rolesWith('decide-plans')).toEqual([{ role: 'approver', reach: 'all' }]);
});

test.each([
  ['ANN@acme.example', true],
  ['group:lab', true],
  ['group:Lab', false],
  ['lab', false],
  ['ann@acme', false],
  ['user/ann@acme.example', false],
])('an entry %j matches ann of the group lab: %s', (entry, isHeld) => {
  expect(rolesOf(ann, { ...nobody, viewers: [entry] }).roles.includes('viewer')).toBe(isHeld);
});

test('neither a session’s name nor an email that reads like a role gives the role', () => {
  const chosen = callerOfIam('arn:aws:sts::111122223333:assumed-role/Dev/ann@acme.example') ?? ann;
  const lists = { ...nobody, approvers: ['ann@acme.example', 'role/ops@acme.example'] };

  expect(rolesOf(chosen, lists).roles).toEqual([]);
  expect(rolesOf(byToken('role/ops@acme.example'), lists).roles).toEqual([]);
});

test('the owner of a team is bound to it', () => {
  const lists = { ...nobody, teamOwners: { lab: ['group:lab'], ops: [] } };
  const decide = (right: Right, teams?: readonly string[]) =>
    decideAccess(ann, lists, { right, ...(teams !== undefined && { subject: { teams } }) });

  expect(decide('edit-team-budgets')).toEqual({ kind: 'allowed', onlyTeams: ['lab'] });
  expect(decide('edit-team-budgets', ['lab'])).toEqual({ kind: 'allowed', onlyTeams: ['lab'] });
  expect(decide('edit-team-budgets', ['lab', 'ops'])).toMatchObject({
    reason: expect.stringContaining('the team "ops"'),
  });
  expect(decide('edit-team-budgets', [])).toMatchObject({ kind: 'refused' });
  expect(decide('read')).toMatchObject({ kind: 'refused' });
});

test('whoever is more than a team’s owner is bound to no team', () => {
  const lists = { ...nobody, teamOwners: { lab: ['ann@acme.example'] }, budgetAdmins: ['ann@acme.example'] };

  expect(decideAccess(ann, lists, { right: 'grant-in-team', subject: { teams: ['ops'] } })).toEqual({
    kind: 'allowed',
  });
});

test('a role or user of IAM has what its own entry says, and one that proved no email has no more', () => {
  const ops = callerOfIam('arn:aws:sts::111122223333:assumed-role/Ops/session');
  const bob = callerOfIam('arn:aws:iam::111122223333:user/bob');
  const lists = { ...nobody, approvers: ['role/Ops'], viewers: ['user/bob'], security: ['undefined', ''] };

  expect(rolesOf(ops ?? ann, lists).roles).toEqual(['approver']);
  expect(rolesOf(bob ?? ann, lists).roles).toEqual(['viewer']);
  expect(rolesOf(callerOfClaims({ sub: 'x' }), lists).roles).toEqual([]);
});

test('a link answers that its one operation is allowed, and bound to no team', () => {
  expect(decideAccess(callerOfLink('ann@acme.example'), nobody, { right: 'ask' })).toEqual({ kind: 'allowed' });
});

test('an owner who edits beyond their teams reads what it is about and what they own', () => {
  const lists = { ...nobody, teamOwners: { lab: ['group:lab'] } };
  const reasonFor = (teams: readonly string[]) => {
    const access = decideAccess(ann, lists, { right: 'edit-team-budgets', subject: { teams } });
    return access.kind === 'refused' ? access.reason : '';
  };

  expect(reasonFor(['ops'])).toContain('"ops", and ann@acme.example owns "lab"');
  expect(reasonFor([])).toMatch(/no team .*ann@acme\.example owns "lab"/u);
  expect(reasonFor(['ops'])).toMatch(/team-owner .*budget-admin/u);
});

test('a right that no role has is refused with where it is done instead', () => {
  const access = decideAccess(ann, nobody, { right: 'edit-settings' });

  expect(access).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(/^ann@acme\.example .* edit the settings.*no role/u),
  });
});

test('an entry is no email only where it begins as a group, a role or a user', () => {
  expect(['group:a', 'role/a', 'user/a'].map(isNotEmail)).toEqual([true, true, true]);
  expect(['a+group:b@acme.example', 'x/role/a@acme.example'].map(isNotEmail)).toEqual([false, false]);
});

test('others are those who may do it for everybody, each once, five by name', () => {
  const approvers = ['ANN@acme.example', ...Array.from({ length: 7 }, (_, index) => `a${index}@acme.example`)];
  const lists = { ...nobody, approvers, teamOwners: { lab: ['cy@acme.example'] } };
  const five = 'a0@acme.example, a1@acme.example, a2@acme.example, a3@acme.example, a4@acme.example';
  const twice = { ...nobody, viewers: ['x@acme.example'], security: ['x@acme.example'], budgetAdmins: ['role/Ops'] };

  expect(othersWith('decide-requests', lists, ['ann@acme.example'])).toBe(`${five} and 2 more`);
  expect(othersWith('decide-requests', { ...lists, approvers: approvers.slice(0, 6) }, ['ann@acme.example'])).toBe(
    five,
  );
  expect(othersWith('read', twice, [])).toBe('x@acme.example, role/Ops');
  expect(othersWith('read', twice, ['role/Ops'])).toBe('x@acme.example');
  expect(othersWith('ask', { ...nobody, teamOwners: { lab: ['cy@acme.example'] } }, [])).toBe('');
});

test('an owner of a team’s budget reads and gives what the settings’ owner of that team does, and edits no more than without it', () => {
  const teams = fc.uniqueArray(fc.constantFrom('lab', 'ops', 'web'));
  const reading = new Set<Right>(['see-own', 'read', 'read-team', 'ask']);
  fc.assert(
    fc.property(fc.tuple(teams, teams, teams), fc.constantFrom(...rights), fc.option(teams), (drawn, right, asked) => {
      const [given, give, ofMembers] = drawn;
      const read = [...new Set([...give, ...ofMembers])];
      const owned = reading.has(right) ? read : right === 'grant-in-team' ? give : [];
      const question = { right, ...(asked !== null && { subject: { teams: asked } }) };
      const ownersOf = (names: readonly string[]): RoleLists => ({
        ...nobody,
        teamOwners: Object.fromEntries(names.map((name) => [name, ['ann@acme.example']])),
      });
      const byLists = decideAccess(ann, ownersOf([...given, ...owned]), question);

      const access = decideAccess(ann, ownersOf(given), { ...question, budgetTeams: { read, give } });

      expect({ ...access, reason: undefined }).toEqual({ ...byLists, reason: undefined });
    }),
  );
});

test('budgets of a team, its own and its members’ default, give it to their owners until they end', () => {
  const owners = ['Ann@acme.example'];
  const budgets = [
    aBudget({ scope: { kind: 'team', name: 'web' }, owners }),
    aBudget({ scope: { kind: 'members', name: 'lab' }, owners, to: '2026-03-15' }),
    aBudget({ scope: { kind: 'team', name: 'past' }, owners, to: '2026-03-14' }),
    aBudget({ scope: { kind: 'team', name: 'ops' }, owners: ['bob@acme.example'] }),
    ...(['org', 'default'] as const).map((kind) => aBudget({ scope: { kind }, owners })),
    aBudget({ scope: { kind: 'user', email: 'bob@acme.example' }, owners }),
  ];

  expect(teamsOfOwner(budgets, 'ann@acme.example', '2026-03-15')).toEqual({ read: ['lab', 'web'], give: ['web'] });
});
