import { expect, test } from 'vitest';

import type { CapPlanInput } from '../../../shared/caps/cap-plan-input.ts';
import { namedSince, toppedUpSince } from '../../../shared/enforcement/named-users.ts';
import { aBudget, credits } from '../../support/domain-samples.ts';
import { aTopUp, anExemption } from '../../support/grants.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

const users = ['ann', 'bob'].map((userId) => ({ userId, email: `${userId.toUpperCase()}@acme.example` }));
const teamOf = new Map([['bob', 'web']]);
const since = '2026-03-14T02:30:00.000Z';
const later = '2026-03-14T12:00:00.000Z';
const web = { kind: 'team', name: 'web' } as const;
const ann = { kind: 'user', email: 'ann@acme.example' } as const;

/** A top-up of the team web, of which Bob is a member and Ann is not. */
const forAnn = { ...aTopUp({ createdAt: later, credits: 2_000 }), scope: web, for: [ann.email] };

function named(said: Partial<CapPlanInput>): readonly string[] {
  return [...namedSince(aPlanInput({ users, teamOf, ...said }), since)];
}

test.for([
  ['a top-up of theirs', { topUps: [aTopUp({ createdAt: later })] }, ['ann']],
  ['a top-up whose first day has begun', { topUps: [aTopUp({ from: '2026-03-15' })] }, ['ann']],
  ['a top-up of their team', { topUps: [{ ...aTopUp({ createdAt: later }), scope: web }] }, ['bob']],
  ['a top-up of a team that is for them', { topUps: [forAnn] }, ['ann']],
  ['an exemption that somebody ended', { exemptions: [anExemption({ endedAt: later })] }, ['ann']],
  ['an exemption that is over', { exemptions: [anExemption({ until: '2026-03-14' })] }, ['ann']],
  ['a budget of their own', { budgets: [aBudget({ scope: ann, updatedAt: later })] }, ['ann']],
] as const)('users are named by %s', ([, said, expected]) => {
  expect(named(said)).toEqual(expected);
});

test.for([
  ['a top-up from before', { topUps: [aTopUp({})] }],
  ['a top-up that was ended', { topUps: [aTopUp({ createdAt: later, endedAt: later })] }],
  ['an exemption that goes on', { exemptions: [anExemption({ createdAt: later })] }],
  ['an exemption that ended before', { exemptions: [anExemption({ endedAt: '2026-03-10T12:00:00.000Z' })] }],
  ['a budget from before', { budgets: [aBudget({ scope: ann })] }],
  ['a budget of everybody', { budgets: [aBudget({ scope: { kind: 'default' }, updatedAt: later })] }],
  ['a budget of their team', { budgets: [aBudget({ scope: web, updatedAt: later })] }],
] as const)('nobody is named by %s', ([, said]) => {
  expect(named(said)).toEqual([]);
});

test.for([
  ['no larger than the default', aTopUp({ createdAt: later, credits: 1_000 }), ['ann']],
  ['larger than any budget it is added to', aTopUp({ createdAt: later, credits: 1_001 }), []],
  ['of a team, no larger than its budget', { ...aTopUp({ createdAt: later, credits: 2_000 }), scope: web }, ['bob']],
  ['of a team that is for somebody', forAnn, ['ann']],
  ['of a team, larger than its budget', { ...aTopUp({ createdAt: later, credits: 2_001 }), scope: web }, []],
] as const)('a top-up %s is what somebody gave by name: %s', ([, topUp, expected]) => {
  const budgets = [
    aBudget({ scope: { kind: 'default' } }),
    aBudget({ scope: web, amount: credits(2_000) }),
    aBudget({ scope: { kind: 'org' }, amount: credits(9_000) }),
  ];

  expect([...toppedUpSince(aPlanInput({ users, teamOf, budgets, topUps: [topUp] }), since)]).toEqual(expected);
});

test.for([
  ['2026-03-14T02:30:00.000Z', []],
  ['2026-03-14T02:30:00.001Z', ['ann']],
  ['2026-03-15T02:30:00.000Z', ['ann']],
  ['2026-03-15T02:30:00.001Z', []],
] as const)('an edit at %s is since the moment that is asked for, and not after now: %o', ([at, expected]) => {
  expect(named({ budgets: [aBudget({ scope: ann, updatedAt: at })] })).toEqual(expected);
});

test('a top-up that was given at the very moment is from before', () => {
  expect(named({ topUps: [aTopUp({ createdAt: since })] })).toEqual([]);
});

test('nobody without a team is named by the top-up of a team', () => {
  const unnamed = { kind: 'team', name: '' } as const;

  expect(named({ topUps: [{ ...aTopUp({ createdAt: later }), scope: web }], teamOf: new Map() })).toEqual([]);
  expect(named({ topUps: [{ ...aTopUp({ createdAt: later }), scope: unnamed }] })).toEqual(['ann']);
});

test('users without an email are named by their team alone, which cannot limit them', () => {
  const nameless = [{ userId: 'bob' }];

  expect(named({ users: nameless, topUps: [{ ...aTopUp({ createdAt: later }), scope: web }] })).toEqual([]);
});

test.for<readonly [string, Partial<CapPlanInput>, readonly string[]]>([
  ['their own budget', { budgets: [aBudget({ scope: ann })] }, ['ann']],
  ['the budget of another user', { budgets: [aBudget({ scope: { kind: 'user', email: 'bob@acme.example' } })] }, []],
  ['a budget of the organization', { budgets: [aBudget({ scope: { kind: 'org' } })] }, []],
  ['a budget of their team', { budgets: [aBudget({ scope: web })], teamOf: new Map([['ann', 'web']]) }, []],
  ['an unlimited budget', { budgets: [aBudget({ scope: ann, amount: { kind: 'unlimited' } })] }, []],
])('a user’s top-up is measured by %s', ([, said, expected]) => {
  const topUps = [aTopUp({ createdAt: later, credits: 1_000 })];

  expect([...toppedUpSince(aPlanInput({ users, teamOf, topUps, ...said }), since)]).toEqual(expected);
});

test('a team’s top-up is measured by the budgets of that team alone', () => {
  const topUps = [{ ...aTopUp({ createdAt: later, credits: 1_000 }), scope: web }];
  const others = [aBudget({ scope: { kind: 'team', name: 'ops' } }), aBudget({ scope: { kind: 'default' } })];

  expect([...toppedUpSince(aPlanInput({ users, teamOf, topUps, budgets: others }), since)]).toEqual([]);
});
