import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { planCaps } from '../../../shared/caps/cap-plan.ts';
import type { SharedPool } from '../../../shared/caps/shares/divide-shares.ts';
import { poolOutlooks, type PoolOutlook } from '../../../shared/explanation/pool-outlook.ts';
import type { PlainVerdict } from '../../../shared/permits/verdict.ts';
import { PoolDocument } from '../../../shared/pools/contract.ts';
import { poolDocument } from '../../../shared/pools/use-cases/pool-document.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { partOf } from '../../support/part-of.ts';
import { aPlanInput, aSharedPool } from '../../support/plan-samples.ts';
import { onWorkdays, seriesOf } from '../forecast/series.ts';

const today = '2026-03-15';
const daily = seriesOf('2026-01-14', '2026-03-14', onWorkdays(100));
const everyDay = seriesOf('2026-01-14', '2026-03-14', () => 100);

function outlookOf(said: Partial<SharedPool>): PoolOutlook {
  const [outlook] = poolOutlooks(partOf({ pools: [aSharedPool({ daily, ...said })], daily: everyDay }), today);
  if (outlook === undefined) {
    throw new Error('no outlook');
  }
  return outlook;
}

describe('the outlook of a pool', () => {
  test('says what is left, what is expected by the end of the window, and the most that can have been used', () => {
    const outlook = outlookOf({ amountCredits: 5_000, knownCredits: 1_000, exposureCredits: 1_700 });

    expect(outlook).toMatchObject({ leftCredits: 4_000, worstCaseCredits: 1_700, promised: 'kept' });
    expect(outlook.forecast).toMatchObject({ usedCredits: 1_000, window: { through: '2026-03-31' } });
    expect(outlook.forecast?.expectedCredits).toBeGreaterThan(2_000);
  });

  test('has no runway where the pool is expected to outlast its window', () => {
    expect(outlookOf({ amountCredits: 5_000, knownCredits: 1_000 }).runwayDays).toBeUndefined();
  });

  test('counts whole days from today until the amount is expected to be used', () => {
    const outlook = outlookOf({ amountCredits: 1_750, knownCredits: 1_400, daily: everyDay });

    // 100 a day from the 15th on: the 350 that are left are used on the 18th.
    expect(outlook).toMatchObject({ runsOutOn: '2026-03-18', runwayDays: 3 });
  });

  test('has a runway of 0 days once nothing is left, or was expected to be by now', () => {
    const passed = outlookOf({ amountCredits: 1_000, knownCredits: 1_400, roomCredits: -400, daily: everyDay });
    const late = outlookOf({
      amountCredits: 1_450,
      knownCredits: 1_000,
      daily: seriesOf('2026-01-14', '2026-03-10', () => 100),
    });

    expect(passed).toMatchObject({ leftCredits: 0, runsOutOn: today, runwayDays: 0 });
    expect(late).toMatchObject({ runsOutOn: today, runwayDays: 0 });
  });

  test('runs out, once past its amount, when use reaches what overcommit allows', () => {
    const guarantee = { kind: 'overcommit', factor: 1.2 } as const;
    const outlook = outlookOf({ amountCredits: 1_300, knownCredits: 1_400, daily: everyDay, guarantee });

    // 100 a day from the 15th on: the 160 that are allowed are used on the 16th.
    expect(outlook).toMatchObject({ leftCredits: 0, allowedCredits: 1_560, runsOutOn: '2026-03-16', runwayDays: 1 });
  });

  test('has no forecast with too few days, and no worst case while nothing bounds somebody’s use', () => {
    const outlook = outlookOf({ daily: { ...daily, from: '2026-03-14' }, unboundedIds: ['ann'] });

    expect(outlook).not.toHaveProperty('forecast');
    expect(outlook.runwayDays).toBeUndefined();
    expect(outlook.worstCaseCredits).toBeUndefined();
  });

  test.each<[PlainVerdict, PoolOutlook['promised']]>([
    [{ kind: 'kept' }, 'kept'],
    [{ kind: 'kept-from', day: '2026-03-16' }, 'pending'],
    [{ kind: 'not-bounded', because: ['ann'], exempt: [] }, 'pending'],
    [{ kind: 'too-much-allowed', overCredits: 1, because: [] }, 'pending'],
    [{ kind: 'broken', overCredits: 1 }, 'broken'],
  ])('is promised as the guard says: %o', (verdict, promised) => {
    expect(outlookOf({ verdict }).promised).toBe(promised);
  });

  test('has the next windows that limits reach into, the earliest first, and no other pool’s', () => {
    const next = (from: string, of: Partial<SharedPool> = {}): SharedPool =>
      aSharedPool({ isNext: true, window: { kind: 'month', from, through: from }, ...of });
    const pools = [
      next('2026-05-01'),
      aSharedPool(),
      next('2026-04-01'),
      // One that may not have ended on the platform is no later one.
      next('2026-02-01'),
      next('2026-04-01', { scope: { kind: 'team', name: 'web' } }),
      next('2026-04-01', { window: { kind: 'week', from: '2026-04-01', through: '2026-04-07' } }),
    ];
    const outlooks = poolOutlooks(partOf({ pools, daily: everyDay }), today);

    expect(outlooks.map((outlook) => outlook.next.map(({ window }) => window.from))).toEqual([
      [],
      ['2026-04-01', '2026-05-01'],
      [],
      [],
      [],
      [],
    ]);
  });

  test('under overcommit is promised up to the amount times the factor', () => {
    const { verdict: _none, ...sample } = aSharedPool({ daily, knownCredits: 4_000, roomCredits: 8_000 });
    const pool = { ...sample, guarantee: { kind: 'overcommit', factor: 1.2 } } as const;
    const promisedOf = (said: Partial<SharedPool>) =>
      poolOutlooks(partOf({ pools: [{ ...pool, ...said }], daily: everyDay }), today)[0]?.promised;

    expect(promisedOf({ exposureCredits: 12_000 })).toBe('kept');
    expect(promisedOf({ exposureCredits: 12_001 })).toBe('pending');
    expect(promisedOf({ unboundedIds: ['ann'] })).toBe('pending');
    expect(promisedOf({ knownCredits: 12_001, roomCredits: -1 })).toBe('broken');
  });
});

/** Three users of the organization, with or without a limit, and what they used. */
const organizations = fc.record({
  amountCredits: fc.integer({ min: 0, max: 5_000 }),
  factor: fc.constantFrom(1, 1.2),
  members: fc.array(
    fc.record({ used: fc.integer({ min: 0, max: 2_000 }), limit: fc.option(fc.integer({ min: 0, max: 3_000 })) }),
    { minLength: 1, maxLength: 4 },
  ),
});

type Organization = typeof organizations extends fc.Arbitrary<infer T> ? T : never;

function outlooksOf({ amountCredits, factor, members }: Organization): readonly PoolOutlook[] {
  const named = members.map((member, index) => ({ userId: `u${index}`, ...member }));
  const guarantee = factor === 1 ? ({ kind: 'strict' } as const) : ({ kind: 'overcommit', factor } as const);
  const input = aPlanInput({
    budgets: [aBudget({ scope: { kind: 'org' }, window: 'month', amount: credits(amountCredits), guarantee })],
    users: named.map(({ userId }) => ({ userId, email: `${userId}@acme.example` })),
    usage: someUsage(Object.fromEntries(named.map(({ userId, used }) => [userId, used]))),
    limits: named.flatMap(({ userId, limit }) => (limit === null ? [] : [aConfirmedLimit(userId, limit)])),
  });
  return poolOutlooks(planCaps(input).shares, input.day);
}

describe('of every pool', () => {
  test('used and left add up to the amount, until it is passed', () => {
    fc.assert(
      fc.property(organizations, (organization) => {
        for (const { pool, leftCredits } of outlooksOf(organization)) {
          expect(leftCredits).toBe(Math.max(0, pool.amountCredits - pool.knownCredits));
          expect(pool.knownCredits + leftCredits).toBe(Math.max(pool.amountCredits, pool.knownCredits));
        }
      }),
    );
  });

  test('the worst case is no less than what was used, and a strict promise that is kept bounds it', () => {
    fc.assert(
      fc.property(organizations, (organization) => {
        for (const { pool, worstCaseCredits = Infinity, promised } of outlooksOf(organization)) {
          expect(worstCaseCredits).toBeGreaterThanOrEqual(pool.knownCredits);
          expect(promised === 'kept').toBe(worstCaseCredits <= pool.knownCredits + pool.roomCredits);
        }
      }),
    );
  });

  test('there is a runway exactly where the expected use reaches the amount, or nothing is left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6_000 }), fc.integer({ min: 0, max: 300 }), (amountCredits, perDay) => {
        const use = seriesOf('2026-01-14', '2026-03-14', () => perDay);
        const knownCredits = 14 * perDay;
        const outlook = outlookOf({
          amountCredits,
          knownCredits,
          roomCredits: amountCredits - knownCredits,
          daily: use,
        });

        const reaches = (outlook.forecast?.expectedCredits ?? 0) >= amountCredits || outlook.leftCredits === 0;
        expect(outlook.runwayDays !== undefined).toBe(reaches);
        expect(outlook.runwayDays ?? 0).toBeLessThanOrEqual(16);
      }),
    );
  });

  test('its document is one that its schema accepts, and loses nothing', () => {
    fc.assert(
      fc.property(organizations, (organization) => {
        for (const outlook of outlooksOf(organization)) {
          const document = poolDocument(outlook, (userId) => `${userId}@acme.example`);

          expect(PoolDocument.parse(document)).toStrictEqual(document);
        }
      }),
    );
  });
});
