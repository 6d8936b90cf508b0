import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { CapPlanInput } from '../../../shared/caps/cap-plan-input.ts';
import { planCaps } from '../../../shared/caps/cap-plan.ts';
import type { SharedPool } from '../../../shared/caps/shares/divide-shares.ts';
import {
  decideMove,
  poolsToRaise,
  topUpGains,
  usableBefore,
  type TopUpGain,
  type TriedTopUp,
} from '../../../shared/caps/top-up-gain.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aTopUp, anExemption } from '../../support/grants.ts';
import { aPlanInput, aSharedPool } from '../../support/plan-samples.ts';

const names = ['ann', 'bob', 'cem', 'dot'];
const ann = 'ann@acme.example';
const users = names.map((userId) => ({ userId, email: `${userId}@acme.example` }));
const forAll = aBudget({ scope: { kind: 'default' } });
const org = aBudget({ scope: { kind: 'org' }, amount: credits(4_000) });
const sales = aBudget({ scope: { kind: 'team', name: 'sales' }, amount: credits(2_000) });
const teamOf = new Map([
  ['ann', 'sales'],
  ['bob', 'sales'],
]);
const usage = someUsage({ ann: 100, bob: 100, cem: 100, dot: 100 });
const base = aPlanInput({ users, usage, budgets: [forAll] });

/** The limits that are in force: 1,000 for each but for what a case says. */
function limitsOf(said: Readonly<Record<string, number>> = {}) {
  return names.map((userId) => aConfirmedLimit(userId, said[userId] ?? 1_000));
}

function aTry(said: Partial<TriedTopUp> = {}): TriedTopUp {
  const { id: _id, reason: _reason, createdBy: _by, version: _version, ...tried } = aTopUp({ credits: 500 });
  return { ...tried, createdAt: '2026-03-15T01:00:00.000Z', ...said };
}

/** The gains of a top-up that records what people can use before it, as a real one does. */
function gains(said: Partial<CapPlanInput>, tried: Partial<TriedTopUp> = {}): readonly TopUpGain[] {
  const input = { ...base, ...said };
  const without = planCaps(input);
  const topUp = aTry(tried);
  return topUpGains({ ...topUp, usableBefore: usableBefore(topUp, input, without) }, input, without);
}

/** The pools that somebody’s shortfall names, each with its figures. */
function rooms([gain]: readonly TopUpGain[]) {
  const pools = gain?.shortfall?.kind === 'pools' ? gain.shortfall.pools : [];
  return pools.map(({ pool, leftCredits, reservedForOthersCredits }) => [
    pool.scope.kind,
    leftCredits,
    reservedForOthersCredits,
  ]);
}

describe('without a pool a top-up', () => {
  test('raises the limit by all of it', () => {
    expect(gains({})).toStrictEqual([{ email: ann, askedCredits: 500, limitCredits: 1_500, nowCredits: 500 }]);
  });

  test('is found by the email, however the roster spells it', () => {
    const [gain] = gains({ users: [{ userId: 'ann', email: 'Ann@Acme.Example' }] });

    expect(gain).toMatchObject({ email: ann, nowCredits: 500 });
  });

  test('covers first what is used past the budget, and gives the rest', () => {
    const over = (used: number) => gains({ usage: someUsage({ ann: used }) });

    expect(over(1_200)).toStrictEqual([
      { email: ann, askedCredits: 500, overCredits: 200, limitCredits: 1_500, nowCredits: 300 },
    ]);
    expect(over(1_700)).toMatchObject([{ overCredits: 700, nowCredits: 0 }]);
  });

  test('gives no more than the ceiling leaves', () => {
    expect(gains({ ceilingCredits: 1_200 })).toMatchObject([
      { limitCredits: 1_200, nowCredits: 200, shortfall: { kind: 'own', by: { kind: 'ceiling' } } },
    ]);
  });

  test.for<readonly [string, Partial<CapPlanInput>, TopUpGain['shortfall']]>([
    ['is on no roster', { users: [] }, { kind: 'not-capped' }],
    ['shares an email', { users: [...users, { userId: 'eve', email: ann }] }, { kind: 'not-capped' }],
    ['is exempt', { exemptions: [anExemption({ email: ann })] }, { kind: 'kept', reason: 'exempt' }],
    ['has no budget', { budgets: [] }, { kind: 'kept', reason: 'no-budget' }],
  ])('sets no limit for somebody who %s', ([, said, shortfall]) => {
    expect(gains(said)).toStrictEqual([{ email: ann, askedCredits: 500, nowCredits: 0, shortfall }]);
  });

  test('gives nothing to somebody with an unlimited budget, who has no limit', () => {
    expect(gains({ budgets: [{ ...forAll, amount: { kind: 'unlimited' } }] })).toStrictEqual([
      {
        email: ann,
        askedCredits: 500,
        limitCredits: base.unlimitedCredits,
        nowCredits: 0,
        shortfall: { kind: 'kept', reason: 'unlimited' },
      },
    ]);
  });

  test.for([
    ['is lifted now', 1_000, 'unlimited'],
    ['was lifted before', base.unlimitedCredits, 'unchanged'],
  ] as const)('gives nothing to somebody whose limit %s', ([, inForce, reason]) => {
    const record = {
      ...aConfirmedLimit('ann', inForce),
      confirmed: { limitCredits: inForce, at: `${base.day}T00:00:00.000Z`, runId: 'r' },
    };
    const budgets = [{ ...forAll, amount: { kind: 'unlimited' } as const }];

    expect(gains({ budgets, limits: [record] })).toMatchObject([
      { limitCredits: base.unlimitedCredits, nowCredits: 0, shortfall: { kind: 'kept', reason } },
    ]);
  });
});

describe('within a pool a top-up', () => {
  const pooled = { budgets: [org], limits: limitsOf() };

  test('that only adds gives nothing, now or later, when limits promise all of the pool', () => {
    const [gain] = gains(pooled);

    expect(gain).toMatchObject({ limitCredits: 1_000, nowCredits: 0, shortfall: { kind: 'pools' } });
    expect(gain).not.toHaveProperty('laterCredits');
  });

  test('that reserves gives all of it once the limits of others are lowered', () => {
    expect(gains(pooled, { withinPool: true })).toMatchObject([
      { limitCredits: 1_000, nowCredits: 0, laterCredits: 500, shortfall: { kind: 'pools' } },
    ]);
  });

  test('that reserves gives what is free now, and the rest later', () => {
    const limits = limitsOf({ bob: 900, cem: 900 });

    expect(gains({ budgets: [org], limits }, { withinPool: true })).toMatchObject([
      { limitCredits: 1_200, nowCredits: 200, laterCredits: 500 },
    ]);
  });

  test('that reserves more than there is gives later all that the pool has', () => {
    const [gain] = gains(pooled, { withinPool: true, credits: 5_000 });

    // What is left are 3,600 credits; Ann could use 900 of them before.
    expect(gain).toMatchObject({ nowCredits: 0, laterCredits: 2_700 });
  });

  test('gives later no more than the ceiling leaves', () => {
    expect(gains({ ...pooled, ceilingCredits: 1_200 }, { withinPool: true })).toMatchObject([
      { nowCredits: 0, laterCredits: 200, shortfall: { kind: 'pools' } },
    ]);
  });

  test('that raises the pool gives all of it now', () => {
    expect(gains(pooled, { raises: [{ kind: 'org' }] })).toStrictEqual([
      { email: ann, askedCredits: 500, limitCredits: 1_500, nowCredits: 500 },
    ]);
  });

  test('is bounded by the ceiling where the pool has enough', () => {
    const limits = limitsOf({ bob: 500, cem: 500 });

    const [gain] = gains({ budgets: [org], limits, ceilingCredits: 1_200 }, { withinPool: true });

    expect(gain).toMatchObject({ nowCredits: 200, shortfall: { kind: 'own', by: { kind: 'ceiling' } } });
    expect(gain).not.toHaveProperty('laterCredits');
  });

  test('of a team is for those whom it names, in equal parts', () => {
    const tried = { scope: { kind: 'team', name: 'sales' }, credits: 501, for: [ann, 'bob@acme.example'] } as const;

    const found = gains({ budgets: [org, sales], teamOf, limits: limitsOf() }, tried);

    expect(found.map(({ email, askedCredits, laterCredits }) => [email, askedCredits, laterCredits])).toEqual([
      [ann, 251, 251],
      ['bob@acme.example', 250, 250],
    ]);
  });

  test('of a team that names nobody is for nobody in particular', () => {
    expect(gains({ budgets: [sales], teamOf }, { scope: { kind: 'team', name: 'sales' } })).toEqual([]);
  });

  test('gives no more than it says, and later no less than now', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.nat({ max: 2_000 }), fc.nat({ max: 2_000 }), fc.nat({ max: 2_000 })),
        fc.integer({ min: 1, max: 4_000 }),
        fc.boolean(),
        ([first, second, third], asked, withinPool) => {
          const limits = limitsOf({ ann: first, bob: second, cem: third });

          const [gain] = gains({ budgets: [org, forAll], limits }, { withinPool, credits: asked });
          const { nowCredits = -1, laterCredits = nowCredits } = gain ?? {};

          expect(nowCredits).toBeGreaterThanOrEqual(0);
          expect(laterCredits).toBeGreaterThanOrEqual(nowCredits);
          expect(laterCredits).toBeLessThanOrEqual(asked);
          expect(gain?.shortfall === undefined).toBe(nowCredits === asked);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the pools that leave somebody less', () => {
  test('are those that they draw on, the one with the least credits left first', () => {
    const said = {
      budgets: [org, sales, { ...sales, scope: { kind: 'team', name: 'web' } as const }],
      teamOf,
      limits: limitsOf(),
    };

    expect(rooms(gains(said, { withinPool: true }))).toEqual([
      ['team', 1_800, 0],
      ['org', 3_600, 0],
    ]);
  });

  test.for([
    // Of the organization all is promised; the team could give 400 more now.
    ['the organization', { bob: 600, cem: 1_200, dot: 1_200 }, ['org', 'team']],
    // Of the team all is promised; the organization could give 1,000 more now.
    ['the team', { cem: 500, dot: 500 }, ['team', 'org']],
  ] as const)('begin with the one that has the least free, whatever it has left: %s', ([, limits, order]) => {
    const said = { budgets: [org, sales], teamOf, limits: limitsOf(limits) };

    const found = rooms(gains(said, { withinPool: true, credits: 1_500 }));

    expect(found.map(([scope]) => scope)).toEqual(order);
  });

  test('name what of them is reserved for others, and not what is reserved for the person', () => {
    const reserving = (userId: string, reserved: number) =>
      aBudget({
        scope: { kind: 'user', email: `${userId}@acme.example` },
        amount: { kind: 'unlimited' },
        reserved,
      });
    const budgets = [org, reserving('ann', 300), reserving('bob', 700), reserving('cem', 500)];

    expect(rooms(gains({ budgets, limits: limitsOf() }, { withinPool: true }))).toEqual([['org', 3_600, 600 + 400]]);
  });

  test('have nothing left once they are passed', () => {
    const budgets = [{ ...org, amount: credits(300) }];

    expect(rooms(gains({ budgets, limits: limitsOf() }, { withinPool: true }))).toEqual([['org', 0, 0]]);
  });

  test('that are passed give nothing until what they are over by is covered, and then all that they are raised by', () => {
    // All four have used 100 each, and their limits leave nothing more.
    const limits = limitsOf({ ann: 100, bob: 100, cem: 100, dot: 100 });
    const of = (amount: number) => ({ budgets: [{ ...org, amount: credits(amount) }], limits });
    const raised = { withinPool: true, raises: [{ kind: 'org' }] } as const;

    const [[before], [after]] = [gains(of(300), { ...raised, credits: 60 }), gains(of(300 + 100), raised)];

    expect(before).toMatchObject({ nowCredits: 0, shortfall: { pools: [{ overCredits: 100 }] } });
    expect(after).toMatchObject({ nowCredits: 500 });
  });
});

describe('what somebody can use before a top-up', () => {
  const reserving = { withinPool: true } as const;
  const inForce = (limitCredits: number) => aConfirmedLimit('ann', limitCredits);
  const sent = (limitCredits: number) => ({ limitCredits, at: '2026-03-14T02:30:00.000Z', runId: 'earlier' });
  const earlier = { withinPool: true, createdAt: '2026-03-02T09:00:00.000Z', usableBefore: { [ann]: 1_300 } } as const;

  function usable(said: Partial<CapPlanInput>, tried: Partial<TriedTopUp> = reserving) {
    const input = { ...base, ...said };
    return usableBefore(aTry(tried), input, planCaps(input));
  }

  test.for<readonly [string, Partial<CapPlanInput>, number]>([
    ['the limit that is due', {}, 1_000],
    ['the limit in force when it is higher', { limits: [inForce(1_400)] }, 1_400],
    [
      'the highest limit of unknown outcome',
      { limits: [{ ...inForce(900), unsettled: [sent(1_100), sent(1_500), sent(1_200)] }] },
      1_500,
    ],
    ['what is used when that is more', { budgets: [], usage: someUsage({ ann: 1_600 }) }, 1_600],
    ['up to where an earlier top-up reserves', { topUps: [aTopUp({ ...earlier, credits: 450 })] }, 1_750],
    ['never more than represents no limit', { limits: [inForce(1_400)], unlimitedCredits: 1_350 }, 1_350],
    ['nothing without limit, use and top-up', { budgets: [], usage: someUsage({}) }, 0],
  ])('is %s', ([, said, credited]) => {
    expect(usable(said)).toEqual({ [ann]: credited });
  });

  test('is found by the email, however the roster spells it', () => {
    expect(usable({ users: [{ userId: 'ann', email: 'Ann@Acme.Example' }] })).toEqual({ [ann]: 1_000 });
  });

  test('does not count the limits of others', () => {
    expect(usable({ limits: [aConfirmedLimit('bob', 9_000)] })).toEqual({ [ann]: 1_000 });
  });

  test('is known of those alone for whom credits are reserved and who can be capped', () => {
    const team = { scope: { kind: 'team', name: 'sales' }, for: ['gus@acme.example', 'bob@acme.example'] } as const;

    expect(usable({}, team)).toEqual({ 'bob@acme.example': 1_000 });
    expect(usable({}, {})).toEqual({});
  });
});

describe('the pools that might be raised for all to be given now', () => {
  const short = (pools: readonly SharedPool[]): TopUpGain => ({
    email: ann,
    askedCredits: 500,
    nowCredits: 0,
    shortfall: {
      kind: 'pools',
      pools: pools.map((pool) => ({ pool, leftCredits: 900, overCredits: 0, reservedForOthersCredits: 0 })),
    },
  });
  const aPool = (freeCredits: number, name?: string) =>
    aSharedPool({ freeCredits, ...(name !== undefined && { scope: { kind: 'team', name } }) });

  test('are those with too little free, or else all of them', () => {
    const pools = [aPool(499, 'web'), aPool(500), aPool(0, 'ops')];

    expect(poolsToRaise([short(pools)], 500)).toEqual([
      [
        { kind: 'team', name: 'web' },
        { kind: 'team', name: 'ops' },
      ],
      [{ kind: 'team', name: 'web' }, { kind: 'org' }, { kind: 'team', name: 'ops' }],
    ]);
  });

  test('are all of them where each has enough free, which is promised to others', () => {
    expect(poolsToRaise([short([aPool(500, 'web'), aPool(900)])], 500)).toEqual([
      [{ kind: 'team', name: 'web' }, { kind: 'org' }],
    ]);
  });

  test('are named once, though several people and windows are short of them', () => {
    const weekly = { ...aPool(0), window: { kind: 'week', from: '2026-03-09', through: '2026-03-15' } as const };

    expect(poolsToRaise([short([aPool(0), weekly]), short([aPool(0)])], 500)).toEqual([
      [{ kind: 'org' }],
      [{ kind: 'org' }],
    ]);
  });

  test('are none where nobody is short of a pool', () => {
    const [gain] = gains({});

    expect(poolsToRaise(gain === undefined ? [] : [gain], 500)).toEqual([]);
    expect(poolsToRaise([{ ...short([]), shortfall: { kind: 'not-capped' } }], 500)).toEqual([]);
  });
});

describe('credits of a move', () => {
  const bob = 'bob@acme.example';
  const pooled = { ...base, budgets: [sales], teamOf, limits: limitsOf() };
  const decided = (input: CapPlanInput, said: Partial<TriedTopUp> = {}) =>
    decideMove(aTry({ takenFrom: bob, ...said }), input, planCaps(input));

  test('are taken from a member of the same guaranteed pool, at most what they have left', () => {
    expect(decided(pooled)).toBeUndefined();
    expect(decided(pooled, { credits: 901 })).toEqual({ kind: 'too-much', leftCredits: 900 });
  });

  test('that are reserved for their holder are not taken, and what reserves them is named', () => {
    const topUp = aTopUp({ id: 'g-1', scope: { kind: 'user', email: bob }, credits: 400, withinPool: true });
    const refused = decided({ ...pooled, topUps: [topUp] }, { credits: 901 });

    expect(refused).toMatchObject({
      kind: 'too-much',
      reserved: { by: [{ kind: 'top-up', id: 'g-1', to: topUp.to }] },
    });
    expect(refused?.kind === 'too-much' ? refused.leftCredits + (refused.reserved?.credits ?? 0) : 0).toBe(900);
  });

  test.for<readonly [string, Partial<CapPlanInput>, Partial<TriedTopUp>, string]>([
    ['is on no roster', {}, { takenFrom: 'eve@acme.example' }, 'not-capped'],
    ['is exempt', { exemptions: [anExemption({ email: bob })] }, {}, 'kept'],
    ['is in no pool of the receiver', {}, { takenFrom: 'cem@acme.example' }, 'no-pool'],
    [
      'shares only an overcommitted pool',
      { budgets: [{ ...sales, guarantee: { kind: 'overcommit', factor: 2 } }] },
      {},
      'no-pool',
    ],
    ['shares only the pool that is not full', { budgets: [sales, org] }, { takenFrom: 'cem@acme.example' }, 'no-pool'],
  ])('are not taken from a person who %s', ([, said, tried, kind]) => {
    expect(decided({ ...pooled, ...said }, tried)).toEqual({ kind });
  });

  test('that the receiver has used are moved no more, and none once the platform window has turned', () => {
    const topUp = aTopUp({ takenFrom: bob, credits: 300, usableBefore: { [ann]: 1_000 } });
    const limitsAfter = (input: Partial<CapPlanInput>) => {
      const { shares } = planCaps({ ...pooled, topUps: [topUp], ...input });
      return ['ann', 'bob'].map((userId) => shares.byUser.get(userId)?.targetCredits);
    };
    const used = someUsage({ ann: 1_200, bob: 100 });

    expect(limitsAfter({})).toEqual([1_200, 600]);
    const [share = 0, left = 0] = limitsAfter({ usage: used, topUps: [] });
    expect(limitsAfter({ usage: used })).toEqual([share + 100, left - 100]);
    expect(limitsAfter({ topUps: [{ ...topUp, createdAt: '2026-02-28T09:00:00.000Z' }] })).toEqual([900, 900]);
  });
});
