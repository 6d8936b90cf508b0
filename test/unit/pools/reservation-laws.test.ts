import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { dividePools } from '../../../shared/pools/divide-pools.ts';
import { afterPut, type LimitInForce } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { DividedMember } from '../../../shared/pools/exposure/member-exposure.ts';
import { poolExposure } from '../../../shared/pools/exposure/pool-exposure.ts';
import type { LimitChange } from '../../../shared/pools/pool-plan.ts';
import type { Pool } from '../../../shared/pools/pool.ts';
import type { Reservation } from '../../../shared/pools/reservation.ts';
import { aMember, aNight, aPool, exposureTermsAt, aLimitInForce } from '../../support/pool-fixtures.ts';

const reservation = fc
  .record({ credits: fc.integer({ min: 0, max: 30_000 }), high: fc.constantFrom(0, 0.5, 1) })
  .map(({ credits, high }): Reservation => ({ credits, highCredits: Math.floor(credits * high) }));
const drawnMember = fc.record({
  used: fc.integer({ min: 0, max: 20_000 }),
  headroom: fc.integer({ min: -500, max: 20_000 }),
  earlier: fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: undefined }),
  own: fc.option(fc.integer({ min: 0, max: 9_000 }), { nil: undefined }),
  reserved: fc.option(reservation, { nil: undefined }),
  medianCredits: fc.integer({ min: 1, max: 50_000 }),
});
type Drawn = typeof drawnMember extends fc.Arbitrary<infer T> ? T : never;

const people = fc.array(drawnMember, { minLength: 1, maxLength: 8 }).map((drawn) => drawn.map(memberOf));
const spare = fc.integer({ min: -5_000, max: 60_000 });
const outcomes = fc.array(fc.constantFrom('done', 'failed', 'unknown'), { minLength: 16, maxLength: 16 });

function memberOf({ used, headroom, earlier, own, reserved, medianCredits }: Drawn, index: number): DividedMember {
  const limits: LimitInForce[] = [aLimitInForce(Math.max(0, used + headroom))];
  if (earlier !== undefined) {
    limits.unshift({ ...aLimitInForce(earlier), untilMs: aNight.nowMs - 1 });
  }
  return aMember(`user${index}`, {
    used,
    limits,
    demand: { activeChance: 1, medianCredits, spread: 1 },
    ...(own !== undefined && { ownHeadroomCredits: own }),
    ...(reserved !== undefined && { reservation: reserved }),
  });
}

/** A pool with room in credits beyond what is exposed already. */
function poolOf(members: readonly DividedMember[], spareCredits: number): Pool {
  const exposed = poolExposure(aPool(0, members), members, exposureTermsAt(aNight)).credits;
  return aPool(Math.max(0, exposed + spareCredits), members);
}

/** The organization, and in it a team of half its members. */
function nested(members: readonly DividedMember[], [org, team]: readonly [number, number]): readonly Pool[] {
  const half = members.slice(0, Math.ceil(members.length / 2));
  return [poolOf(members, org), { ...poolOf(half, team), name: 'team' }];
}

function divide(members: readonly DividedMember[], pools: readonly Pool[], reserveShare = 0.02) {
  return dividePools({ members, pools, exposureTerms: exposureTermsAt(aNight), reserveShare });
}

function sent(members: readonly DividedMember[], change: LimitChange, outcome: 'done' | 'failed' | 'unknown') {
  const put = { limitCredits: change.toCredits, atMs: aNight.nowMs, outcome, enforcementDelayMinutes: 30 };
  return members.map((member) =>
    member.userId === change.userId ? { ...member, limits: afterPut(member.limits, put) } : member,
  );
}

function withoutReservation({ reservation: _none, ...member }: DividedMember): DividedMember {
  return member;
}

test('with reservations both a team and the organization are kept after every PUT, whatever becomes of it', () => {
  fc.assert(
    fc.property(people, fc.tuple(spare, spare), outcomes, (members, spares, drawn) => {
      const pools = nested(members, spares);
      const exposuresOf = (current: readonly DividedMember[]) =>
        pools.map((pool) => poolExposure(pool, current, exposureTermsAt(aNight)).credits);
      const most = exposuresOf(members).map((credits, index) => Math.max(credits, pools[index]?.amountCredits ?? 0));
      const plan = divide(members, pools);

      let current = members;
      [...plan.lowers, ...plan.raises].forEach((change, index) => {
        current = sent(current, change, drawn[index] ?? 'done');

        exposuresOf(current).forEach((credits, pool) => expect(credits).toBeLessThanOrEqual(most[pool] ?? 0));
      });
    }),
  );
});

test('a larger reservation lowers neither its person’s limit nor their target', () => {
  fc.assert(
    fc.property(
      people,
      fc.tuple(spare, spare),

      fc.record({ drawn: fc.nat({ max: 7 }), more: fc.nat({ max: 20_000 }), moreHigh: fc.nat({ max: 20_000 }) }),
      (members, spares, { drawn, more, moreHigh }) => {
        const index = drawn % members.length;
        const pools = nested(members, spares);
        const larger = members.map((member, position): DividedMember => {
          const { credits = 0, highCredits = 0 } = member.reservation ?? {};
          const high = highCredits + moreHigh;
          return position === index
            ? { ...member, reservation: { credits: Math.max(credits + more, high), highCredits: high } }
            : member;
        });

        const [before, after] = [members, larger].map((each) => divide(each, pools).shares[index]);

        expect(after?.targetCredits).toBeGreaterThanOrEqual(before?.targetCredits ?? 0);
        expect(after?.limitCredits).toBeGreaterThanOrEqual(before?.limitCredits ?? 0);
      },
    ),
  );
});

test('the sum of all headrooms is exact with reservations too, and nobody has less than nothing', () => {
  fc.assert(
    fc.property(people, spare, (members, spareCredits) => {
      // No limits so far hold anything back: what is divided is what is left.
      const fresh = members.map(({ ownHeadroomCredits: _own, ...member }) => ({
        ...member,
        limits: [aLimitInForce(member.knownCredits)],
      }));
      const pool = poolOf(fresh, Math.max(0, spareCredits));

      const { shares } = divide(fresh, [pool], 0);

      expect(shares.reduce((sum, { headroomCredits }) => sum + headroomCredits, 0)).toBe(
        pool.amountCredits - pool.knownCredits,
      );
      shares.forEach(({ headroomCredits }) => expect(headroomCredits).toBeGreaterThanOrEqual(0));
    }),
  );
});

test('where a pool holds all reservations, each person’s target is at least theirs, the reserve included', () => {
  fc.assert(
    fc.property(people, fc.nat({ max: 60_000 }), (members, beyond) => {
      const wanted = members.map(({ reservation: own, ownHeadroomCredits = Infinity }) =>
        Math.min(ownHeadroomCredits, own?.credits ?? 0),
      );
      const pool = aPool(0, members);
      const amountCredits = pool.knownCredits + wanted.reduce((sum, credits) => sum + credits, 0) + beyond;

      const { shares } = divide(members, [{ ...pool, amountCredits }]);

      shares.forEach(({ targetCredits }, index) => expect(targetCredits).toBeGreaterThanOrEqual(wanted[index] ?? 0));
    }),
  );
});

test('the order of users changes nothing', () => {
  fc.assert(
    fc.property(people, fc.tuple(spare, spare), (members, spares) => {
      const pools = nested(members, spares);
      const reversed = pools.map((pool) => ({ ...pool, memberIds: pool.memberIds.toReversed() }));

      expect(divide(members.toReversed(), reversed)).toEqual(divide(members, pools));
    }),
  );
});

test('reservations of nothing change nothing', () => {
  fc.assert(
    fc.property(people, fc.tuple(spare, spare), (members, spares) => {
      const pools = nested(members, spares);
      const none = members.map(withoutReservation);
      const empty = none.map((member) => ({ ...member, reservation: { credits: 0, highCredits: 0 } }));

      const plan = divide(empty, pools);

      expect({ ...plan, shares: plan.shares.map(({ reserved: _nothing, ...share }) => share) }).toEqual(
        divide(none, pools),
      );
    }),
  );
});

test('dividing again, when everything is done, changes nothing', () => {
  fc.assert(
    fc.property(people, spare, (members, spareCredits) => {
      const pools = [poolOf(members, spareCredits)];
      const plan = divide(members, pools, 0);
      const after = [...plan.lowers, ...plan.raises].reduce(
        (current, change) => sent(current, change, 'done'),
        members,
      );

      const again = divide(after, pools, 0);

      expect([...again.lowers, ...again.raises]).toEqual([]);
    }),
  );
});
