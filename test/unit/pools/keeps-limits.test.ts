import { expect, test } from 'vitest';

import { dividePools } from '../../../shared/pools/divide-pools.ts';
import { aLimitInForce, aMember, aNight, exposureTermsAt, march } from '../../support/pool-fixtures.ts';

const seenIds = new Set(['a', 'b']);
const float = { seenIds, nightShare: 0.5, probeShare: 0.1 };

/** A pool of two, of whom one was given much in the day. */
function divided(amountCredits: number, keepsLimits?: true) {
  return dividePools({
    members: [
      aMember('a', { used: 100, limits: [aLimitInForce(900)] }),
      aMember('b', { used: 100, limits: [aLimitInForce(200)] }),
    ],
    pools: [
      {
        name: 'pool',
        window: march,
        amountCredits,
        guarantee: { kind: 'strict' },
        knownCredits: 200,
        memberIds: ['a', 'b'],
      },
    ],
    exposureTerms: exposureTermsAt(aNight),
    reserveShare: 0,
    float: { ...float, ...(keepsLimits && { keepsLimits }) },
  });
}

test('between the nights nobody has less than was given in the day, and a night divides all of it again', () => {
  expect(divided(1_200, true).lowers).toEqual([]);
  expect(divided(1_200).lowers.map(({ userId }) => userId)).toEqual(['a']);
});

test('a pool that cannot hold what was given in the day lowers it between the nights too', () => {
  expect(divided(700, true).lowers.map(({ userId }) => userId)).toEqual(['a']);
});
