import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { CapPlanInput } from '../../../../shared/caps/cap-plan-input.ts';
import { planCaps } from '../../../../shared/caps/cap-plan.ts';
import { type TopUpWay, waysOf } from '../../../../shared/caps/top-up-ways.ts';
import type { TopUpTerms } from '../../../../shared/grants/top-up.ts';
import { previewTopUp } from '../../../../shared/grants/use-cases.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { partOf } from '../../../support/part-of.ts';
import { aPlanInput } from '../../../support/plan-samples.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

const createdAt = '2026-03-15T02:30:00.000Z';
const names = ['ann', 'bob', 'cem'];
const core = { kind: 'team', name: 'core' } as const;
const org = { kind: 'org' } as const;
const terms: TopUpTerms = {
  scope: { kind: 'user', email: 'ann@acme.example' },
  credits: 300,
  from: '2026-03-15',
  to: '2026-03-31',
  reason: 'incident',
};

/** Three people share a team’s pool of 900, of which limits in force let them use all but the reserve; each used 100. */
const plain = aPlanInput({
  budgets: [aBudget({ scope: core, amount: credits(900) })],
  users: names.map((userId) => ({ userId, email: `${userId}@acme.example` })),
  teamOf: new Map(names.map((userId) => [userId, 'core'])),
  usage: someUsage({ ann: 100, bob: 100, cem: 100 }),
  limits: names.map((userId) => aConfirmedLimit(userId, 290)),
});
const full = { ...plain, pools: { ...plain.pools, reserveShare: 0.1 } };

function ways(input: CapPlanInput, said: Partial<TopUpTerms> = {}, raisesBinding = false) {
  return waysOf(input, partOf({ terms: { ...terms, ...said }, raisesBinding }), createdAt);
}

/** The limits that a run sets once a top-up is made in a way. */
function limitsWith(input: CapPlanInput, way: TopUpWay) {
  const topUp = { ...way.terms, kind: 'top-up', id: 't', createdBy: 'x', createdAt, version: 1 } as const;
  const { decisions } = planCaps({ ...input, topUps: [{ ...topUp, usableBefore: way.usableBefore }] });
  return new Map(decisions.map(({ email, limitCredits }) => [email, limitCredits]));
}

describe('the ways in which a top-up can be made', () => {
  test('where pools leave all of it there is one: as it was ordered', () => {
    const own = { ...full, budgets: [aBudget({ scope: { kind: 'default' }, amount: credits(290) })] };

    const { ordered, ...others } = ways(own);

    expect(ordered.gains).toMatchObject([{ nowCredits: 300 }]);
    expect(ordered.gains[0]?.shortfall).toBeUndefined();
    expect(others).toEqual({});
  });

  test('in a full pool it gives nothing; within the pool what is free, and more later; with a larger pool all', () => {
    const { ordered, withinPool, raisePools } = ways(full);

    expect(ordered.gains).toMatchObject([{ nowCredits: 0, shortfall: { kind: 'pools' } }]);
    expect(withinPool?.gains).toMatchObject([{ nowCredits: 30, laterCredits: 300 }]);
    expect(raisePools?.terms.raises).toEqual([core]);
    expect(raisePools?.gains).toMatchObject([{ nowCredits: 300 }]);
  });

  test('pools that have enough are not raised', () => {
    const within = { ...full, budgets: [...full.budgets, aBudget({ scope: org, amount: credits(90_000) })] };

    expect(ways(within, {}, true).ordered.terms.raises).toEqual([core]);
  });

  test('all pools that leave too little are raised', () => {
    const both = { ...full, budgets: [...full.budgets, aBudget({ scope: org, amount: credits(910) })] };

    const { ordered } = ways(both, {}, true);

    expect(ordered.terms.raises).toEqual([core, org]);
    expect(ordered.gains).toMatchObject([{ nowCredits: 300 }]);
  });

  test('what is beyond the pool comes neither now nor later', () => {
    const { withinPool } = ways(full, { credits: 5_000 });

    const [gain] = withinPool?.gains ?? [];
    expect(gain?.laterCredits).toBeLessThan(5_000);
    expect(gain?.shortfall).toMatchObject({ kind: 'pools', pools: [{ leftCredits: 600 }] });
  });

  test('a team’s top-up for somebody raises the pool and is theirs', () => {
    const { ordered } = ways(full, { scope: core, for: ['ann@acme.example', 'bob@acme.example'] });

    expect(ordered.gains).toMatchObject([
      { email: 'ann@acme.example', nowCredits: 150 },
      { email: 'bob@acme.example', nowCredits: 150 },
    ]);
  });

  test.for([
    ['ceiling', { ceilingCredits: 290 }, 'own'],
    ['unreadable figures', { usage: someUsage({ ann: 100 }, ['ann']) }, 'kept'],
    ['absence from the roster', { users: [] }, 'not-capped'],
  ] as const)('what %s holds back no pool can give, so that no way is offered', ([, said, kind]) => {
    const { ordered, ...others } = ways({ ...full, ...said }, { credits: 50 });

    expect(ordered.gains).toMatchObject([{ nowCredits: 0, shortfall: { kind } }]);
    expect(others).toEqual({});
  });

  test('what only covers use past the own budget no pool can give, so that no way is offered', () => {
    const { ordered, needed, ...others } = ways(
      { ...full, budgets: [aBudget({ scope: { kind: 'default' }, amount: credits(10) })] },
      { credits: 50 },
    );

    expect(ordered.gains).toMatchObject([{ nowCredits: 0 }]);
    expect(ordered.gains[0]?.overCredits).toBeGreaterThanOrEqual(50);
    // What they are over by, and their usual pace beyond it.
    expect(needed?.windowCredits).toBeGreaterThan(ordered.gains[0]?.overCredits ?? 0);
    expect(others).toEqual({});
  });

  test('a top-up of today counts now, on its last day too', () => {
    expect(ways(full, { to: '2026-03-15' }).ordered.gains).toHaveLength(1);
    expect(ways(full, { from: '2026-03-01', to: '2026-03-14' }).ordered.gains).toEqual([]);
  });

  test('no other way is offered where one was ordered', () => {
    expect(Object.keys(ways(full, { withinPool: true }))).toEqual(['ordered']);
    expect(Object.keys(ways(full, { raises: [org] }))).toEqual(['ordered']);
    expect(Object.keys(ways(full, {}, true))).toEqual(['ordered']);
  });

  test('a team’s top-up is not offered within the pool, which is its own', () => {
    const both = { ...full, budgets: [...full.budgets, aBudget({ scope: org, amount: credits(910) })] };
    const { withinPool, raisePools } = ways(both, { scope: core, for: ['ann@acme.example'] });

    expect(withinPool).toBeUndefined();
    expect(raisePools?.terms.raises).toEqual([org]);
  });

  test('a top-up that begins later says nothing of now', () => {
    expect(ways(full, { from: '2026-03-20' }).ordered.gains).toEqual([]);
  });
});

test('a second rescue comes on top of the first, given or not', () => {
  const first = ways(full).withinPool;
  const topUps = first === undefined ? [] : [{ ...first.terms, usableBefore: first.usableBefore }];
  const made = topUps.map(
    (each) => ({ ...each, kind: 'top-up', id: 't', createdBy: 'x', createdAt, version: 1 }) as const,
  );

  const second = ways({ ...full, topUps: made }, { credits: 100 }, true).ordered;

  expect(second.usableBefore).toEqual({ 'ann@acme.example': 590 });
});

test('what is shown is what the run then does, in every way', () => {
  const drawn = fc.record({
    amount: fc.integer({ min: 0, max: 3_000 }),
    orgAmount: fc.option(fc.integer({ min: 0, max: 4_000 })),
    used: fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 3, maxLength: 3 }),
    headrooms: fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 3, maxLength: 3 }),
    credits: fc.integer({ min: 1, max: 1_000 }),
  });
  fc.assert(
    fc.property(drawn, ({ amount, orgAmount, used, headrooms, credits: asked }) => {
      const input = aPlanInput({
        ...full,
        budgets: [
          aBudget({ scope: core, amount: credits(amount) }),
          ...(orgAmount === null ? [] : [aBudget({ scope: org, amount: credits(orgAmount) })]),
        ],
        usage: someUsage(Object.fromEntries(names.map((name, index) => [name, used[index] ?? 0]))),
        limits: names.map((name, index) => aConfirmedLimit(name, (used[index] ?? 0) + (headrooms[index] ?? 0))),
      });

      const { ordered, withinPool, raisePools } = ways(input, { credits: asked });

      for (const way of [ordered, withinPool, raisePools].filter((each) => each !== undefined)) {
        const shown = way.gains.map(({ email, limitCredits }) => [email, limitCredits]);
        expect([...limitsWith(input, way)].filter(([email]) => email === 'ann@acme.example')).toEqual(shown);
      }
      const now = (way: TopUpWay | undefined) => way?.gains[0]?.nowCredits ?? 0;
      expect(now(withinPool ?? ordered)).toBeGreaterThanOrEqual(now(ordered));
    }),
  );
});

test('what lowered limits free is known to the night after the next midnight', async () => {
  const { ports } = await aTablesWorld();
  const atMs = Date.parse('2026-03-15T10:00:00.000Z');

  const { laterMs, ordered } = await previewTopUp(ports, {
    settings: someSettings(),
    atMs,
    terms: { ...terms, scope: { kind: 'user', email: 'ann@acme.example' } },
    raisesBinding: false,
  });

  expect(new Date(laterMs).toISOString()).toBe('2026-03-16T02:30:00.000Z');
  expect(ordered.gains).toMatchObject([{ email: 'ann@acme.example', nowCredits: 300 }]);
});

describe('a top-up that gives nothing', () => {
  // Each used 100 of the 300 that the pool has no more of.
  const passed = { ...plain, budgets: [aBudget({ scope: core, amount: credits(100) })] };
  const toTeam = { scope: core, credits: 50 };

  test('to a team is idle where all of it covers what the team is over by, and the way out gives it beyond that', () => {
    const { ordered } = ways(passed, toTeam);

    expect(ordered).toMatchObject({ isIdle: true, team: { nowCredits: 0, overCredits: 200 } });
    expect(ordered.wayOut?.terms.credits).toBe(250);
    expect(ways(passed, ordered.wayOut?.terms).ordered.team?.nowCredits).toBeGreaterThan(0);
  });

  test('to a team that has credits left is not idle', () => {
    const { ordered } = ways(plain, toTeam);

    expect(ordered.isIdle).toBeUndefined();
    expect(ordered.team?.nowCredits).toBeGreaterThan(0);
  });

  test('to a person who is not on the roster is idle, and one that begins later, or before any roster, is not', () => {
    const eve = { scope: { kind: 'user', email: 'eve@acme.example' } } as const;

    expect(ways(full, eve).ordered.isIdle).toBe(true);
    expect(ways(full, { ...eve, from: '2026-03-20' }).ordered.isIdle).toBeUndefined();
    expect(ways({ ...full, users: [] }, eve).ordered.isIdle).toBeUndefined();
  });

  test('has a way out that covers every pool that is over and then raises what gives nothing', () => {
    const both = { ...passed, budgets: [...passed.budgets, aBudget({ scope: org, amount: credits(290) })] };

    const { wayOut } = ways(both).ordered;

    expect(wayOut?.covers.map(({ overCredits }) => overCredits)).toEqual([10, 200]);
    expect(wayOut?.terms.raises).toEqual([org, core]);
    expect(ways(both, toTeam).ordered.wayOut).toMatchObject({ covers: [{ overCredits: 10 }], terms: { credits: 250 } });
  });
});
