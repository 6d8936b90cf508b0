import { expect, test } from 'vitest';

import type { BudgetTerms } from '../../../../shared/budgets/budget.ts';
import type { TopUp } from '../../../../shared/grants/top-up.ts';
import { callerOfClaims, callerOfIam, callerOfMachine } from '../../../../shared/kernel/access/caller.ts';
import { decideApproval, decideGranting, decideOwnLimit } from '../../../../shared/kernel/access/four-eyes.ts';
import { gainsOfBudget, gainsOfGrant } from '../../../../shared/kernel/access/own-gains.ts';
import { budgetOfAnn } from './budget-of-ann.ts';

const lists = {
  viewers: [],
  budgetAdmins: ['ann@acme.example', 'bob@acme.example'],
  approvers: ['ann@acme.example', 'cfo@acme.example'],
  security: [],
  teamOwners: {},
};
const rules = { roles: lists, fourEyes: {} };
const byToken = (email: string) => callerOfClaims({ sub: 'x', email, emailVerified: true });
const ann = byToken('ann@acme.example');
const edit = { by: 'ann@acme.example', at: '2026-03-15T10:00:00Z', what: 'budget team:lab month' };

test('who edited what a plan follows from may not approve it, and reads who may', () => {
  expect(decideApproval(ann, rules, [edit])).toMatchObject({
    reason: expect.stringMatching(/budget team:lab month .* role approver .*: cfo@acme\.example$/u),
  });
  expect(decideApproval(byToken('cfo@acme.example'), rules, [edit])).toEqual({ kind: 'allowed' });
});

test('another session of the role that edited may not approve either', () => {
  const asRole = (session: string) => callerOfIam(`arn:aws:sts::111122223333:assumed-role/Ops/${session}`) ?? ann;

  expect(decideApproval(asRole('b'), rules, [{ ...edit, by: asRole('a').name }]).kind).toBe('refused');
});

test('an edit whose author is unknown may be anybody’s, until somebody stands for it', () => {
  const unknown = { ...edit, by: 'unknown', isUnknown: true };
  const later = { ...edit, by: 'bob@acme.example', at: '2026-03-15T11:00:00Z' };

  expect(decideApproval(ann, rules, [unknown]).kind).toBe('refused');
  expect(decideApproval(ann, rules, [unknown, later]).kind).toBe('allowed');
  expect(decideApproval(byToken('bob@acme.example'), rules, [unknown, later]).kind).toBe('refused');
  expect(decideApproval(ann, rules, [unknown, { ...later, what: 'budget default month' }]).kind).toBe('refused');
});

test('nobody stands for an unknown edit by an earlier one, by one of the same moment, or by another unknown one', () => {
  const unknown = { ...edit, by: 'unknown', isUnknown: true };
  const kindWith = (other: Parameters<typeof decideApproval>[2][number]) =>
    decideApproval(byToken('cfo@acme.example'), rules, [unknown, other]).kind;
  const bob = { ...edit, by: 'bob@acme.example' };

  expect(kindWith({ ...bob, at: '2026-03-15T09:00:00Z' })).toBe('refused');
  expect(kindWith(bob)).toBe('refused');
  expect(kindWith({ ...unknown, at: '2026-03-15T11:00:00Z' })).toBe('refused');
  expect(kindWith({ ...bob, at: '2026-03-15T10:00:01Z' })).toBe('allowed');
});

test('an unknown edit is nobody’s own, whatever somebody is called', () => {
  const unknown = { ...edit, by: 'unknown', isUnknown: true };
  const bound = { ...rules, fourEyes: { heldPlans: true } };

  expect(decideApproval(callerOfMachine('unknown'), bound, [unknown])).toMatchObject({
    reason: expect.stringMatching(/^no one knows/u),
  });
});

test('who asked reads that somebody else with the role has to grant, or that nobody has it yet', () => {
  const request = { by: 'ann@acme.example', for: 'ann@acme.example' };
  const nobody = {
    ...rules,
    roles: { ...lists, approvers: ['ann@acme.example'], teamOwners: { lab: ['cy@acme.example'] } },
  };

  expect(decideGranting(ann, rules, request)).toMatchObject({
    reason: expect.stringMatching(/ann@acme\.example: .* role approver .*: cfo@acme\.example/u),
  });
  expect(decideGranting(ann, nobody, request)).toMatchObject({
    reason: expect.stringMatching(/ann@acme\.example: .* role approver .*no one else.* "roles"$/u),
  });
});

test('for a grant that somebody removed in the table whoever gives the same person another one stands', () => {
  const gone = {
    by: 'unknown',
    isUnknown: true,
    isGone: true,
    at: edit.at,
    about: 'top-up user:ann',
    what: 'top-up user:ann t-1',
  };
  const later = { by: 'bob@acme.example', at: '2026-03-15T11:00:00Z', about: gone.about, what: 'top-up user:ann t-2' };
  const cfo = byToken('cfo@acme.example');

  expect(decideApproval(cfo, rules, [gone, later]).kind).toBe('allowed');
  expect(decideApproval(cfo, rules, [{ ...gone, isGone: false }, later]).kind).toBe('refused');
  expect(decideApproval(cfo, rules, [gone, { ...later, about: 'top-up user:bob' }]).kind).toBe('refused');
});

test.each([
  [{}, 'machine', 'allowed'],
  [{ heldPlans: true }, 'machine', 'refused'],
  [{}, 'oidc', 'refused'],
  [{ heldPlans: false }, 'oidc', 'allowed'],
] as const)('with %j, who edited and comes by %s is %s', (fourEyes, via, kind) => {
  const caller = via === 'machine' ? callerOfMachine('ann@acme.example') : ann;

  expect(decideApproval(caller, { ...rules, fourEyes }, [edit]).kind).toBe(kind);
});

test('nobody raises their own limit alone, by whichever way they come', () => {
  const gains = [{ email: 'ann@acme.example', what: 'this exemption' }];
  const bySession = callerOfIam('arn:aws:sts::111122223333:assumed-role/Ops/ann@acme.example') ?? ann;

  expect(decideOwnLimit(ann, rules, { gains, right: 'grant' })).toMatchObject({
    reason: expect.stringMatching(/exemption .* budget-admin .*: bob@acme\.example$/u),
  });
  expect(decideOwnLimit(bySession, rules, { gains, right: 'grant' }).kind).toBe('refused');
  expect(decideOwnLimit(byToken('bob@acme.example'), rules, { gains, right: 'grant' }).kind).toBe('allowed');
});

const ofRole = (role: string, session: string) =>
  callerOfIam(`arn:aws:sts::111122223333:assumed-role/${role}/${session}`) ?? ann;
const ssoRole = 'AWSReservedSSO_Ops_0123456789abcdef';

test.each([
  ['a session that its user named', ofRole('Ops', 'bob@acme.example'), {}, 'refused'],
  [
    'a session that the identity provider named',
    ofRole('Ops', 'bob@acme.example'),
    { 'role/Ops': 'session' },
    'allowed',
  ],
  ['a session that says nobody', ofRole('Ops', 'x'), { 'role/Ops': 'session' }, 'refused'],
  ['a session of IAM Identity Center', ofRole(ssoRole, 'bob@acme.example'), {}, 'allowed'],
  ['one of the very person', ofRole(ssoRole, 'ann@acme.example'), {}, 'refused'],
  ['a role that is nobody’s', ofRole('Ops', 'x'), { 'role/Ops': 'nobody' }, 'allowed'],
  ['a token without a verified email', callerOfClaims({ sub: 'x', email: 'bob@acme.example' }), {}, 'refused'],
] as const)('a raise of ann’s limit by %s and a decision on her request: %#', (...[, caller, identities, kind]) => {
  const gains = [{ email: 'ann@acme.example', what: 'this exemption' }];
  const request = { by: 'ann@acme.example', for: 'ann@acme.example' };
  const knowing = { ...rules, fourEyes: { identities } };

  expect(decideOwnLimit(caller, knowing, { gains, right: 'grant' }).kind).toBe(kind);
  expect(decideGranting(caller, knowing, request).kind).toBe(kind);
  expect(decideOwnLimit(caller, knowing, { gains: [], right: 'grant' }).kind).toBe('allowed');
});

test('who asks may not grant, nor may whoever it is for', () => {
  const request = { by: 'bob@acme.example (by link)', for: 'ann@acme.example' };

  const decided = ['ann@acme.example', 'bob@acme.example', 'cfo@acme.example'].map(
    (email) => decideGranting(byToken(email), rules, request).kind,
  );

  expect(decided).toEqual(['refused', 'refused', 'allowed']);
});

const person = { email: 'ann@acme.example', team: 'lab', hasOwnBudget: false };
const stamp = { version: 1, updatedBy: 'bob', updatedAt: '2026-03-01T00:00:00Z' };
const change = (after: Partial<BudgetTerms>, scope: BudgetTerms['scope'] = budgetOfAnn.scope) =>
  ({
    kind: 'change',
    before: { ...budgetOfAnn, scope, ...stamp },
    after: { ...budgetOfAnn, scope, ...after },
  }) as const;

test.each([
  ['more', change({ amount: { kind: 'credits', credits: 101 } }), 1],
  ['as much', change({ note: 'x' }), 0],
  ['less', change({ amount: { kind: 'credits', credits: 99 } }), 0],
  ['no amount', change({ amount: { kind: 'unlimited' } }), 1],
  ['a mode that sets no cap', change({ mode: 'alert' }), 1],
  ['a reservation', change({ reserved: 1 }), 1],
  ['an end', change({ to: '2026-03-20' }), 1],
  ['none any more', { kind: 'remove', before: { ...budgetOfAnn, ...stamp } } as const, 1],
  ['a first one', { kind: 'add', after: budgetOfAnn } as const, 1],
  ['more for the team', change({ amount: { kind: 'unlimited' } }, { kind: 'team', name: 'lab' }), 1],
  ['more for another team', change({ amount: { kind: 'unlimited' } }, { kind: 'team', name: 'ops' }), 0],
  ['a larger default', change({ amount: { kind: 'unlimited' } }, { kind: 'default' }), 1],
  ['more for the organization', change({ amount: { kind: 'unlimited' } }, { kind: 'org' }), 0],
])('a budget with %s gives its editor something: %#', (_name, made, count) => {
  expect(gainsOfBudget(made, person)).toHaveLength(count);
});

test('the default gives nothing to whoever has a budget of their own', () => {
  const larger = change({ amount: { kind: 'unlimited' } }, { kind: 'default' });

  expect(gainsOfBudget(larger, { ...person, hasOwnBudget: true })).toEqual([]);
});

test('a top-up gives to whom it names, else to its team, and what it raises to all who draw on it', () => {
  const base = {
    kind: 'top-up',
    id: 't',
    credits: 5,
    from: '2026-03-15',
    to: '2026-03-16',
    reason: 'r',
    createdBy: 'bob',
    createdAt: '',
    version: 1,
  } as const;
  const topUp = (more: Partial<TopUp>): TopUp => ({ ...base, scope: { kind: 'team', name: 'lab' }, ...more });

  const gains = [
    topUp({}),
    topUp({ for: ['bob@acme.example'] }),
    topUp({ for: ['ann@acme.example'] }),
    topUp({ scope: { kind: 'user', email: 'bob@acme.example' } }),
    topUp({ scope: { kind: 'user', email: 'bob@acme.example' }, raises: [{ kind: 'team', name: 'lab' }] }),
    topUp({ scope: { kind: 'user', email: 'ann@acme.example' } }),
  ].map((each) => gainsOfGrant(each, person).length);

  expect(gains).toEqual([1, 0, 1, 0, 1, 1]);
});
