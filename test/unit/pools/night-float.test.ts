import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { dividePools, type Division } from '../../../shared/pools/divide-pools.ts';
import type { DividedMember, MemberExposure } from '../../../shared/pools/exposure/member-exposure.ts';
import { floatedTargets, type NightFloat } from '../../../shared/pools/night-float.ts';
import { aMember, aNight, aPool, exposureTermsAt, aLimitInForce, wanting } from '../../support/pool-fixtures.ts';

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

describe('what a night with a float aims at', () => {
  /** A member of pools, with a limit that is certain where one is given. */
  function inPools(
    userId: string,
    limitCredits?: number,
    {
      pools = [0],
      inFlightCredits = 0,
      ...rest
    }: Partial<DividedMember> & { pools?: number[]; inFlightCredits?: number } = {},
  ): MemberExposure {
    const limits = limitCredits === undefined ? [] : [aLimitInForce(limitCredits)];
    const member = aMember(userId, { limits, ...rest });
    return { member, pools, curves: [], inFlightCredits, outlivesPlatformWindow: false };
  }

  function aims(members: readonly MemberExposure[], said: Partial<NightFloat> = {}, rooms: readonly number[] = [300]) {
    const pools = rooms.map(() =>
      aPool(
        300,
        members.map(({ member }) => member),
      ),
    );
    const targets = members.map(() => 100);
    return floatedTargets(targets, { ...float, ...said }, { members, pools, rooms, held: members.map(() => 0) });
  }

  test.for([
    ['half of it, so that it stays', 25, 25],
    ['less than half of it', 24, 50],
    ['somewhat more', 65, 65],
    ['much more', 66, 50],
  ] as const)('of a user whose limit leaves %s: %s to %s', ([, limitCredits, aimed]) => {
    expect(aims([inPools('a', limitCredits)])).toEqual([aimed]);
    expect(aims([inPools('a', limitCredits + 10, { reportedCredits: 10 })])).toEqual([aimed]);
  });

  test('of a user without a certain limit is not what they have', () => {
    expect(aims([inPools('a')])).toEqual([50]);
  });

  describe('between the nights', () => {
    const between = { keepsLimits: true } as const;

    test('is no less than limits leave now, as long as every pool holds all of it', () => {
      const members = [inPools('a', 120), inPools('b', 180), inPools('c')];

      expect(aims(members, between, [300])).toEqual([120, 180, 100]);
      expect(aims(members, between, [299])).toEqual([50, 50, 100]);
      expect(aims(members)).toEqual([50, 50, 100]);
    });

    test('is bounded by each of several pools', () => {
      const members = [inPools('a', 120, { pools: [0, 1] }), inPools('b', 180)];

      expect(aims(members, between, [300, 120])).toEqual([120, 180]);
      expect(aims(members, between, [300, 119])).toEqual([50, 50]);
      expect(aims(members, between, [299, 120])).toEqual([50, 50]);
    });

    test('counts what is in flight, and neither what is used nor more than own budgets leave', () => {
      expect(aims([inPools('a', 120, { inFlightCredits: 25 })], between)).toEqual([145]);
      expect(aims([inPools('a', 120, { reportedCredits: 30 })], between)).toEqual([90]);
      expect(aims([inPools('a', 120, { ownHeadroomCredits: 110 })], between)).toEqual([110]);
      expect(aims([inPools('a', 120, { reportedCredits: 200 })], between)).toEqual([50]);
    });
  });
});
