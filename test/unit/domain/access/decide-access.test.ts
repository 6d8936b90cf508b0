import { expect, test } from 'vitest';
import { callerOfClaims, callerOfIam, callerOfLink, callerOfMachine } from '../../../../shared/domain/access/caller.ts';
import { decideAccess, rolesOf, type RoleLists } from '../../../../shared/domain/access/decide-access.ts';
import { rights, rightsOf, roles, rolesWith, type Right } from '../../../../shared/domain/access/role.ts';

const nobody: RoleLists = { viewers: [], budgetAdmins: [], approvers: [], security: [], teamOwners: {} };
const byToken = (email: string, groups: readonly string[] = []) =>
  callerOfClaims({ sub: 'x', email, emailVerified: true, groups });
const ann = byToken('ann@acme.example', ['lab']);

test('nobody may do anything by default, and the refusal names the role that is missing and who gives it', () => {
  const decided = rights.map((right) => decideAccess(ann, nobody, { right }));

  expect(decided.every(({ kind }) => kind === 'refused')).toBe(true);
  expect(decideAccess(ann, nobody, { right: 'decide-plans' })).toMatchObject({
    reason: expect.stringMatching(/^ann@acme\.example may not approve .* role approver, .* "roles"$/u),
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
    'budget-admin': { budgetAdmins: ['ann@acme.example'] },
    approver: { approvers: ['ann@acme.example'] },
    security: { security: ['ann@acme.example'] },
  };
  for (const role of roles) {
    const allowed = rights.filter(
      (right) => decideAccess(ann, { ...nobody, ...listOf[role] }, { right }).kind === 'allowed',
    );

    expect(allowed.toSorted()).toEqual(Object.keys(rightsOf[role]).toSorted());
  }
});

test('nobody edits settings at the door, and no role but the approver’s approves', () => {
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
