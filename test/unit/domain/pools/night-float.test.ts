import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dividePools, type Division } from '../../../../shared/domain/pools/divide-pools.ts';
import { aMember, aNight, aPool, exposureTermsAt, aLimitInForce, wanting } from '../../../support/pool-fixtures.ts';

const float = { seenIds: new Set(['a', 'b']), nightShare: 0.5, probeShare: 0.1 };

function headrooms(division: Pick<Division, 'members' | 'pools'> & Partial<Division>): readonly number[] {
  const { shares } = dividePools({ exposureTerms: exposureTermsAt(aNight), reserveShare: 0, float, ...division });
  return shares.map(({ headroomCredits }) => headroomCredits);
}

describe('a night with a float', () => {
  test('leaves a part of the headroom of users who are seen at work unallocated, and takes nothing of others', () => {
    const members = ['a', 'b', 'c'].map((userId) => aMember(userId));

    expect(headrooms({ members, pools: [aPool(300, members)] })).toEqual([50, 50, 100]);
  });

  test('leaves everybody a share of what is left: somebody with nothing cannot show a need', () => {
    const members = [aMember('a', { demand: wanting(1, { activeChance: 0.003 }) }), aMember('b'), aMember('c')];

    expect(headrooms({ members, pools: [aPool(3_000, members)] })[0]).toBe(100);
  });

  test('leaves reservations whole, and own budgets bind', () => {
    const members = [
      aMember('a', { reservation: { credits: 80, highCredits: 0 } }),
      aMember('b', { ownHeadroomCredits: 4 }),
      aMember('c'),
    ];

    expect(headrooms({ members, pools: [aPool(300, members)] }).slice(0, 2)).toEqual([80, 4]);
  });

  test('raises up to what it aims at, with what is free now', () => {
    const members = [
      aMember('a', { limits: [aLimitInForce(0)] }),
      aMember('b', { limits: [aLimitInForce(150)] }),
      aMember('c', { limits: [aLimitInForce(0)] }),
    ];

    expect(headrooms({ members, pools: [aPool(300, members)] })).toEqual([50, 50, 100]);
  });

  test('never allocates more than the pool has', () => {
    const demands = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 3, max: 985 })), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(demands, fc.nat(2_000), (drawn, amount) => {
        const members = drawn.map(([median, chance], index) =>
          aMember('abc'.charAt(index), { demand: wanting(median, { activeChance: chance / 1_000 }) }),
        );
        const pools = [aPool(amount, members)];
        const sum = (of: readonly number[]) => of.reduce((total, credits) => total + credits, 0);

        expect(sum(headrooms({ members, pools }))).toBeLessThanOrEqual(amount);
      }),
      { numRuns: 60 },
    );
  });
});
