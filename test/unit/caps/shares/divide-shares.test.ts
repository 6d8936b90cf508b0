import { expect, test } from 'vitest';

import { changesOf, planCaps } from '../../../../shared/caps/cap-plan.ts';
import {
  divideShares,
  momentOf,
  noShares,
  poolsOnly,
  shareDivisionOf,
  type PoolParticipant,
} from '../../../../shared/caps/shares/divide-shares.ts';
import type { SharedBudget } from '../../../../shared/caps/shares/shared-budget.ts';
import { defaultAssumptions } from '../../../../shared/pools/assumptions.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { aTopUp, anExemption } from '../../../support/grants.ts';
import { aPlanInput } from '../../../support/plan-samples.ts';
import { aLimitInForce } from '../../../support/pool-fixtures.ts';

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

test('a user who left the roster may still consume what their limit leaves, however long ago that was', () => {
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
  expect(sum(longAgo, ...names)).toBe(1_600);
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

const terms = {
  ...input.pools,
  dataThrough: '2026-03-14',
  unlimitedCredits: input.unlimitedCredits,
  teamOf: new Map(),
};
const shared: SharedBudget = { budget: org, topUps: [], guarantee: { kind: 'strict' } };
const aSharer = (userId: string, said: Partial<PoolParticipant> = {}): PoolParticipant => ({
  userId,
  record: aConfirmedLimit(userId, 100),
  limits: [aLimitInForce(100)],
  reportedCredits: 100,
  isFixed: false,
  ...said,
});

test('without a pool nobody has a share', () => {
  expect(divideShares(shareDivisionOf([], [aSharer('ann')], terms), terms.use)).toBe(noShares);
  expect(noShares).toEqual({ byUser: new Map(), pools: [], freesCreditsAtOnce: false });
});

test('a share that one’s own budgets bound says so', () => {
  const participants = [
    aSharer('ann', { ownHeadroomCredits: 50 }),
    aSharer('bob'),
    aSharer('cem', { ownHeadroomCredits: 4_000 }),
  ];

  const shares = divideShares(shareDivisionOf([shared], participants, terms), terms.use);

  expect([...shares.byUser.values()].map(({ userId, isHeldByOwn }) => [userId, isHeldByOwn])).toEqual([
    ['ann', true],
    ['bob', false],
    ['cem', false],
  ]);
});

test('a user to whom no limit may be sent has no share, and what the limit allows counts', () => {
  const participants = [aSharer('ann', { isFixed: true, limits: [aLimitInForce(1_100)] }), aSharer('bob')];

  const shares = divideShares(shareDivisionOf([shared], participants, terms), terms.use);

  expect([...shares.byUser.keys()]).toEqual(['bob']);
  expect(shares.byUser.get('bob')?.headroomCredits).toBe(3_600 - 1_000);
});

test.for([
  ['the next run comes on another day', {}, '2026-03-15T02:30:00.000Z', true],
  ['the next run comes on the same day', {}, '2026-04-01T00:05:00.000Z', true],
  ['that is so and use is bounded by time', { maxCreditsPerUserHour: 10 }, '2026-04-01T00:05:00.000Z', true],
  ['limits are replaced as the day ends', { enforcementDelayMinutes: 21 * 60 + 30 }, '2026-04-01T00:05:00.000Z', true],
  [
    'limits are replaced after the day ends',
    { enforcementDelayMinutes: 21 * 60 + 31 },
    '2026-04-01T00:05:00.000Z',
    true,
  ],
] as const)('where %s, lowered limits may set credits free at once: %4$s', ([, said, at, isFree]) => {
  const moment = { nowMs: Date.parse(at), assumptions: { ...defaultAssumptions, ...said } };

  const division = shareDivisionOf([shared], [aSharer('ann')], { ...terms, ...moment });
  expect(divideShares(division, terms.use).freesCreditsAtOnce).toBe(isFree);
});

test('limits of now are counted on until the second day after now is over', () => {
  const { nowMs, heldUntilMs, knownUntilMs } = momentOf(terms);

  expect([nowMs, heldUntilMs, knownUntilMs].map((ms) => new Date(ms).toISOString())).toEqual([
    '2026-03-15T02:30:00.000Z',
    '2026-03-18T00:00:00.000Z',
    '2026-03-15T00:00:00.000Z',
  ]);
});

test('limits are counted from as early and for as long as the clocks may differ', () => {
  const minute = 60_000;
  const sure = momentOf(terms);

  const doubtful = momentOf({ ...terms, clockDoubt: { earlierMs: 2 * minute, laterMs: 5 * minute } });

  expect(doubtful).toEqual({
    ...sure,
    earliestMs: sure.nowMs - 2 * minute,
    heldUntilMs: sure.heldUntilMs,
  });
});

test('a division has what is left to be given in the day, where that is bounded', () => {
  const float = { seenIds: new Set(['ann']), nightShare: 0.5, probeShare: 0.1 };

  expect(shareDivisionOf([shared], [aSharer('ann')], { ...terms, float })?.division.float).toBe(float);
  expect(shareDivisionOf([shared], [aSharer('ann')], terms)?.division.float).toBeUndefined();
});

test('before any day is known, nothing is known from the first day on', () => {
  const { from } = terms.use.range;

  expect(new Date(momentOf({ ...terms, dataThrough: undefined }).knownUntilMs).toISOString().slice(0, 10)).toBe(from);
});

test('whoever consumed more of late is given more', () => {
  const usage = someUsage({ ann: 2_000, bob: 10 });
  const busy = planCaps(aPlanInput({ users, usage, budgets: [org] })).shares.byUser;

  expect(busy.get('ann')?.headroomCredits).toBeGreaterThan(2 * (busy.get('bob')?.headroomCredits ?? Infinity));
});

test('once limits are sent, a division keeps its pools and what their exposure is calculated by, and no user', () => {
  const { shares } = planCaps(input);

  const kept = poolsOnly(shares);

  expect(kept).toMatchObject({ pools: shares.pools, exposureTerms: shares.division?.exposureTerms });
  expect(kept.byUser.size).toBe(0);
  expect(kept).not.toHaveProperty('division');
});
