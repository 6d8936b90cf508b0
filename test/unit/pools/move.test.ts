import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { dividePools } from '../../../shared/pools/divide-pools.ts';
import { afterPut, type LimitInForce } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { DividedMember } from '../../../shared/pools/exposure/member-exposure.ts';
import { poolExposure } from '../../../shared/pools/exposure/pool-exposure.ts';
import { movedTargets, type Move } from '../../../shared/pools/move.ts';
import type { LimitChange } from '../../../shared/pools/pool-plan.ts';
import { aMember, aNight, aPool, aLimitInForce, exposureTermsAt } from '../../support/pool-fixtures.ts';

const drawnMember = fc.record({
  used: fc.nat({ max: 20_000 }),
  headroom: fc.integer({ min: -500, max: 20_000 }),
  own: fc.option(fc.nat({ max: 9_000 }), { nil: undefined }),
  reserved: fc.nat({ max: 9_000 }),
  medianCredits: fc.integer({ min: 1, max: 50_000 }),
});
const people = fc.array(drawnMember, { minLength: 3, maxLength: 6 }).map((drawn) =>
  drawn.map(({ used, headroom, own, reserved, medianCredits }, index): DividedMember => {
    const limits: LimitInForce[] = [aLimitInForce(Math.max(0, used + headroom))];
    return aMember(`user${index}`, {
      used,
      limits,
      demand: { activeChance: 1, medianCredits, spread: 1 },
      ...(own !== undefined && { ownHeadroomCredits: own }),
      ...(reserved > 4_000 && { reservation: { credits: reserved, highCredits: 0 } }),
    });
  }),
);
const moves = fc.array(
  fc.record({ fromId: fc.constant('user0'), toId: fc.constant('user1'), credits: fc.integer({ min: 1, max: 30_000 }) }),
  { minLength: 1, maxLength: 2 },
);
const spare = fc.integer({ min: -5_000, max: 60_000 });

function divided(members: readonly DividedMember[], spareCredits: number, moved: readonly Move[] = []) {
  const exposed = poolExposure(aPool(0, members), members, exposureTermsAt(aNight)).credits;
  const pool = aPool(Math.max(0, exposed + spareCredits), members);
  const division = { members, pools: [pool], exposureTerms: exposureTermsAt(aNight), moves: moved };
  return { pool, plan: dividePools(division) };
}

function sent(members: readonly DividedMember[], change: LimitChange, outcome: 'done' | 'failed' | 'unknown') {
  const put = { limitCredits: change.toCredits, atMs: aNight.nowMs, outcome, enforcementDelayMinutes: 30 };
  return members.map((member) =>
    member.userId === change.userId ? { ...member, limits: afterPut(member.limits, put) } : member,
  );
}

test('a move adds to no sum of targets, takes from the giver alone, and gives to the receiver alone', () => {
  fc.assert(
    fc.property(people, spare, moves, (members, spareCredits, moved) => {
      const most = moved.reduce((sum, { credits }) => sum + credits, 0);

      const [before = [], after = []] = [[], moved].map((each) => divided(members, spareCredits, each).plan.shares);

      const changes = (of: 'targetCredits' | 'limitCredits') =>
        after.map((share, index) => share[of] - (before[index]?.[of] ?? 0));
      const [given = 0, gotten = 0, ...others] = changes('targetCredits');
      expect(gotten + given).toBe(0);
      expect(gotten).toBeGreaterThanOrEqual(0);
      expect(gotten).toBeLessThanOrEqual(most);
      expect(others.every((change) => change === 0)).toBe(true);
      const [lower = 0, higher = 0, ...same] = changes('limitCredits');
      expect(lower).toBeLessThanOrEqual(0);
      expect(higher).toBeGreaterThanOrEqual(0);
      expect(higher).toBeLessThanOrEqual(most);
      expect(same.every((change) => change === 0)).toBe(true);
      const [giver] = before;
      // A limit that waits for credits to become free is below the target already.
      expect(giver?.headroomCredits !== giver?.targetCredits || higher <= -lower).toBe(true);
    }),
  );
});

test('with moves a pool is kept after every PUT, whatever becomes of it', () => {
  const outcomes = fc.array(fc.constantFrom('done', 'failed', 'unknown'), { minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(people, spare, moves, outcomes, (members, spareCredits, moved, drawn) => {
      const { pool, plan } = divided(members, spareCredits, moved);
      const exposureOf = (current: readonly DividedMember[]) =>
        poolExposure(pool, current, exposureTermsAt(aNight)).credits;
      const most = Math.max(exposureOf(members), pool.amountCredits);

      let current = members;
      [...plan.lowers, ...plan.raises].forEach((change, index) => {
        current = sent(current, change, drawn[index] ?? 'done');

        expect(exposureOf(current)).toBeLessThanOrEqual(most);
      });
    }),
  );
});

test('with moves dividing again, when everything is done, changes nothing', () => {
  fc.assert(
    fc.property(people, spare, moves, (members, spareCredits, moved) => {
      const { pool, plan } = divided(members, spareCredits, moved);
      const after = [...plan.lowers, ...plan.raises].reduce(
        (current, change) => sent(current, change, 'done'),
        members,
      );

      const again = dividePools({
        members: after,
        pools: [pool],
        exposureTerms: exposureTermsAt(aNight),
        moves: moved,
      });

      expect([...again.lowers, ...again.raises]).toEqual([]);
    }),
  );
});

test('a move leaves the giver the floor, and has no effect where it would add to a pool that is not the giver’s', () => {
  const member = (userId: string, own: readonly number[]) => ({
    userId,
    pools: own,
    floorCredits: 0,
    ceilingCredits: 900,
  });
  const move = { fromId: 'ann', toId: 'bob', credits: 300 };
  const bob = member('bob', [0]);

  expect(movedTargets([500, 100], [move], [member('ann', [0]), bob])).toEqual([200, 400]);
  expect(movedTargets([500, 100], [move], [{ ...member('ann', [0]), floorCredits: 450 }, bob])).toEqual([450, 150]);
  expect(movedTargets([500, 700], [move], [member('ann', [0]), bob])).toEqual([300, 900]);
  expect(movedTargets([500, 100], [move], [member('ann', [0]), member('bob', [0, 1])])).toEqual([500, 100]);
});
