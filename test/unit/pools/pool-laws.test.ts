import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { dividePools, type Division } from '../../../shared/pools/divide-pools.ts';
import { afterPut, type LimitInForce } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { DividedMember } from '../../../shared/pools/exposure/member-exposure.ts';
import { poolExposure } from '../../../shared/pools/exposure/pool-exposure.ts';
import type { LimitChange } from '../../../shared/pools/pool-plan.ts';
import type { Pool } from '../../../shared/pools/pool.ts';
import { aMember, aNight, aPool, exposureTermsAt, aLimitInForce } from '../../support/pool-fixtures.ts';

const demand = fc.record({
  activeChance: fc.double({ min: 0.01, max: 1, noNaN: true }),
  medianCredits: fc.integer({ min: 1, max: 50_000 }),
  spread: fc.double({ min: 0.25, max: 1.2, noNaN: true }),
});
/** Up to a maximum, or only some credits: rounding matters there. */
const creditsTo = (max: number) => fc.oneof(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 20 }));
const drawnMember = fc.record({
  used: creditsTo(20_000),
  headroom: fc.oneof(fc.integer({ min: -500, max: 0 }), creditsTo(20_000)),
  earlier: fc.option(creditsTo(30_000), { nil: undefined }),
  own: fc.option(creditsTo(9_000), { nil: undefined }),
  isFixed: fc.boolean(),
  demand,
});
const members = fc.array(drawnMember, { minLength: 1, maxLength: 8 }).map((drawn) =>
  drawn.map(({ used, headroom, earlier, own, isFixed, demand: wanted }, index): DividedMember => {
    const limits: LimitInForce[] = [aLimitInForce(Math.max(0, used + headroom))];
    if (earlier !== undefined) {
      limits.unshift({ ...aLimitInForce(earlier), untilMs: aNight.nowMs - 1 });
    }
    const ownHeadroom = own === undefined ? {} : { ownHeadroomCredits: own };
    // One in sixteen is left alone: the rest must do with what is left.
    return aMember(`user${index}`, {
      used,
      limits,
      demand: wanted,
      isFixed: isFixed && index % 8 === 7,
      ...ownHeadroom,
    });
  }),
);
/** Room in credits beyond what is exposed already; negative where the pool is exposed past its amount. */
const spare = fc.oneof(fc.integer({ min: -5_000, max: 60_000 }), fc.integer({ min: -20, max: 60 }));
const outcomes = fc.array(fc.constantFrom('done', 'failed', 'unknown'), { minLength: 16, maxLength: 16 });

function poolOf(people: readonly DividedMember[], spareCredits: number): Pool {
  const exposed = poolExposure(aPool(0, people), people, exposureTermsAt(aNight)).credits;
  return aPool(Math.max(0, exposed + spareCredits), people);
}

function divide(people: readonly DividedMember[], pools: readonly Pool[], rest: Partial<Division> = {}) {
  return dividePools({ members: people, pools, exposureTerms: exposureTermsAt(aNight), reserveShare: 0, ...rest });
}

function sent(
  people: readonly DividedMember[],
  { userId, toCredits }: LimitChange,
  outcome: 'done' | 'failed' | 'unknown',
): readonly DividedMember[] {
  return people.map((member) =>
    member.userId === userId
      ? {
          ...member,
          limits: afterPut(member.limits, {
            limitCredits: toCredits,
            atMs: aNight.nowMs,
            outcome,
            enforcementDelayMinutes: 30,
          }),
        }
      : member,
  );
}

test('after every PUT, whatever becomes of it, no more can be consumed than the amount or what could before', () => {
  fc.assert(
    fc.property(members, spare, outcomes, (people, spareCredits, drawn) => {
      const pool = poolOf(people, spareCredits);
      const before = poolExposure(pool, people, exposureTermsAt(aNight)).credits;
      const plan = divide(people, [pool]);

      let current: readonly DividedMember[] = people;
      const exposures = [...plan.lowers, ...plan.raises].map((change, index) => {
        current = sent(current, change, drawn[index] ?? 'done');
        return poolExposure(pool, current, exposureTermsAt(aNight)).credits;
      });

      expect(Math.max(0, ...exposures)).toBeLessThanOrEqual(Math.max(pool.amountCredits, before));
    }),
  );
});

test('the sum of all headrooms is exact: all of the pool, unless own budgets or targets leave some', () => {
  fc.assert(
    fc.property(members, spare, (people, spareCredits) => {
      // No limits so far hold anything back: what is divided is what is left.
      const fresh = people.map((member) => {
        const { ownHeadroomCredits: _, ...rest } = member;
        return { ...rest, isFixed: false, limits: [aLimitInForce(member.knownCredits)] };
      });
      const pool = poolOf(fresh, Math.max(0, spareCredits));

      const { shares } = divide(fresh, [pool]);

      const given = shares.reduce((sum, share) => sum + share.headroomCredits, 0);
      expect(given).toBe(pool.amountCredits - pool.knownCredits);
    }),
  );
});

test('limits are whole, and never below 0 or what own budgets leave', () => {
  fc.assert(
    fc.property(members, spare, (people, spareCredits) => {
      const { shares } = divide(people, [poolOf(people, spareCredits)]);

      for (const { userId, limitCredits, headroomCredits } of shares) {
        const member = people.find((candidate) => candidate.userId === userId);
        expect(Number.isSafeInteger(limitCredits)).toBe(true);
        expect(headroomCredits).toBeGreaterThanOrEqual(0);
        expect(headroomCredits).toBeLessThanOrEqual(member?.ownHeadroomCredits ?? Infinity);
        expect(limitCredits).toBe((member?.reportedCredits ?? 0) + headroomCredits);
      }
    }),
  );
});

test('the order of users changes nothing', () => {
  fc.assert(
    fc.property(members, spare, (people, spareCredits) => {
      const pool = poolOf(people, spareCredits);
      const reversed = people.toReversed();
      const samePool = { ...pool, memberIds: pool.memberIds.toReversed() };

      expect(divide(reversed, [samePool])).toEqual(divide(people, [pool]));
    }),
  );
});

test('dividing again, when everything is done, changes nothing', () => {
  fc.assert(
    fc.property(members, spare, (people, spareCredits) => {
      const pool = poolOf(people, spareCredits);
      const plan = divide(people, [pool]);
      const after = [...plan.lowers, ...plan.raises].reduce<readonly DividedMember[]>(
        (current, change) => sent(current, change, 'done'),
        people,
      );

      const again = divide(after, [pool]);

      expect([...again.lowers, ...again.raises]).toEqual([]);
    }),
  );
});

test('a larger pool lowers nobody’s limit', () => {
  fc.assert(
    fc.property(members, spare, fc.integer({ min: 1, max: 20_000 }), (people, spareCredits, more) => {
      const pool = poolOf(people, spareCredits);

      const less = divide(people, [pool]).shares;
      const richer = divide(people, [{ ...pool, amountCredits: pool.amountCredits + more }]).shares;

      less.forEach((share, index) => {
        expect(richer[index]?.targetCredits).toBeGreaterThanOrEqual(share.targetCredits);
        expect(richer[index]?.limitCredits).toBeGreaterThanOrEqual(share.limitCredits);
      });
    }),
  );
});

test('with a team in the organization, both are kept after every PUT', () => {
  fc.assert(
    fc.property(members, fc.tuple(spare, spare), outcomes, (people, [spareCredits, teamSpare], drawn) => {
      const org = poolOf(people, spareCredits);
      const half = people.slice(0, Math.ceil(people.length / 2));
      const pools = [org, { ...poolOf(half, teamSpare), name: 'team' }];
      const exposuresOf = (current: readonly DividedMember[]) =>
        pools.map((pool) => poolExposure(pool, current, exposureTermsAt(aNight)).credits);
      const most = exposuresOf(people).map((credits, index) => Math.max(credits, pools[index]?.amountCredits ?? 0));
      const plan = divide(people, pools);

      let current: readonly DividedMember[] = people;
      [...plan.lowers, ...plan.raises].forEach((change, index) => {
        current = sent(current, change, drawn[index] ?? 'done');

        exposuresOf(current).forEach((credits, pool) => expect(credits).toBeLessThanOrEqual(most[pool] ?? 0));
      });
    }),
  );
});
