import { expect, test } from 'vitest';
import { changesOf, planCaps } from '../../../../shared/domain/caps/cap-plan.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { aTopUp, anExemption } from '../../../support/grants.ts';
import { aPlanInput } from '../../../support/plan-samples.ts';

const names = ['ann', 'bob', 'cem', 'dot'];
const users = names.map((userId) => ({ userId, email: `${userId}@acme.example` }));
const org = aBudget({ scope: { kind: 'org' }, amount: credits(4_000) });
const sales = aBudget({ scope: { kind: 'team', name: 'sales' }, amount: credits(600) });
const usage = someUsage({ ann: 100, bob: 100, cem: 100, dot: 100 });
const input = aPlanInput({ users, usage, budgets: [org] });

/** What each may still consume, by user id. */
function headrooms(said: Partial<typeof input>): Readonly<Record<string, number | undefined>> {
  const changes = changesOf(planCaps({ ...input, ...said }));
  return Object.fromEntries(changes.map(({ userId, binding }) => [userId, binding?.headroomCredits]));
}

function sum(of: Readonly<Record<string, number | undefined>>, ...who: readonly string[]): number {
  return who.reduce((total, userId) => total + (of[userId] ?? 0), 0);
}

test('all that is left of a pool is handed out, and nothing more', () => {
  const left = headrooms({});

  expect(sum(left, ...names)).toBe(3_600);
});

test('a team’s pool lies inside the organization’s', () => {
  const teamOf = new Map([
    ['ann', 'sales'],
    ['bob', 'sales'],
  ]);

  const left = headrooms({ budgets: [org, sales], teamOf });

  expect(sum(left, 'ann', 'bob')).toBe(400);
  expect(sum(left, ...names)).toBe(3_600);
});

test('a top-up of the team is part of its pool', () => {
  const teamOf = new Map([['ann', 'sales']]);
  const topUp = { ...aTopUp({ credits: 250 }), scope: { kind: 'team', name: 'sales' } } as const;

  const left = headrooms({ budgets: [sales], teamOf, topUps: [topUp] });

  expect(left).toEqual({ ann: 750 });
});

test('a user’s own budget limits the share, and the rest goes to the others', () => {
  const own = aBudget({ scope: { kind: 'user', email: 'ann@acme.example' }, amount: credits(150) });

  const left = headrooms({ budgets: [org, own] });

  expect(left['ann']).toBe(50);
  expect(sum(left, ...names)).toBe(3_600);
});

test('an exempt user’s limit does not change, and it counts against the pool', () => {
  const limits = [aConfirmedLimit('ann', 2_100)];

  const left = headrooms({ limits, exemptions: [anExemption({ email: 'ann@acme.example', until: '2026-12-31' })] });

  expect(left['ann']).toBeUndefined();
  expect(sum(left, 'bob', 'cem', 'dot')).toBe(1_600);
});

test('a user who left the roster recently may still consume what their limit leaves', () => {
  const goneSince = (since: string) => [
    ...users.slice(1),
    { userId: 'ann', email: 'ann@acme.example', goneSince: since },
  ];
  const limits = [aConfirmedLimit('ann', 2_100)];

  const [lately, longAgo] = [
    headrooms({ limits, users: goneSince('2026-03-10') }),
    headrooms({ limits, users: goneSince('2026-01-20') }),
  ];

  expect(sum(lately, ...names)).toBe(1_600);
  expect(sum(longAgo, ...names)).toBe(3_600);
});

test('an overcommitted pool hands out its factor', () => {
  const left = headrooms({ budgets: [{ ...org, guarantee: { kind: 'overcommit', factor: 1.2 } }] });

  expect(sum(left, ...names)).toBe(4_400);
});

test('a pool that only alerts is not divided, and an unlimited one binds nobody', () => {
  expect(headrooms({ budgets: [{ ...org, mode: 'alert' }] })).toEqual({});
  expect(headrooms({ budgets: [{ ...org, amount: { kind: 'unlimited' } }] })).toEqual({});
});

test('a pool that exceeds its amount leaves no credits to anybody', () => {
  const left = headrooms({ budgets: [{ ...org, amount: credits(300) }] });

  expect(left).toEqual({ ann: 0, bob: 0, cem: 0, dot: 0 });
});

test('the plan holds the status of each pool, and the users without a limit', () => {
  const [pool] = planCaps({ ...input, limits: [aConfirmedLimit('ann', 500)] }).shares.pools;

  expect(pool).toMatchObject({
    amountCredits: 4_000,
    knownCredits: 400,
    roomCredits: 3_600,
    guarantee: { kind: 'strict' },
    isNext: false,
    isCovered: false,
    unboundedIds: ['bob', 'cem', 'dot'],
  });
});
