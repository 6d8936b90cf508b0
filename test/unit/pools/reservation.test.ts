import { expect, test } from 'vitest';

import { dividePools } from '../../../shared/pools/divide-pools.ts';
import type { DividedMember } from '../../../shared/pools/exposure/member-exposure.ts';
import { aLimitInForce, aMember, aNight, aPool, exposureTermsAt } from '../../support/pool-fixtures.ts';

function divide(members: readonly DividedMember[], amountCredits: number, reserveShare = 0) {
  const { shares } = dividePools({
    members,
    pools: [aPool(amountCredits, members)],
    exposureTerms: exposureTermsAt(aNight),
    reserveShare,
  });
  return shares;
}

const reserving = (credits: number, highCredits = 0) => ({ reservation: { credits, highCredits } });

test('what is reserved is its person’s, and the others share the rest', () => {
  const shares = divide([aMember('ann', reserving(700)), aMember('bob'), aMember('cy')], 1_000);

  expect(shares.map(({ headroomCredits }) => headroomCredits)).toEqual([700, 150, 150]);
  expect(shares.map(({ reserved }) => reserved)).toEqual([
    { askedCredits: 700, heldCredits: 700 },
    undefined,
    undefined,
  ]);
});

test('a reservation below an equal share gives nothing more', () => {
  const shares = divide([aMember('ann', reserving(200)), aMember('bob'), aMember('cy')], 900);

  expect(shares.map(({ headroomCredits }) => headroomCredits)).toEqual([300, 300, 300]);
});

test('reservations beyond the pool are raised together, and those of high priority first', () => {
  const equal = divide([aMember('ann', reserving(100)), aMember('bob', reserving(900)), aMember('cy')], 600);
  const ranked = divide([aMember('ann', reserving(900)), aMember('bob', reserving(450, 450)), aMember('cy')], 600);

  expect(equal.map(({ headroomCredits }) => headroomCredits)).toEqual([100, 500, 0]);
  expect(ranked.map(({ headroomCredits }) => headroomCredits)).toEqual([150, 450, 0]);
  expect(ranked[0]?.reserved).toEqual({ askedCredits: 900, heldCredits: 150 });
});

test('a new reservation has what is free at once, the reserve included, and the rest once it is provably free', () => {
  const bob = { used: 0, limits: [aLimitInForce(960)] };

  const [ann] = divide([aMember('ann', reserving(500)), aMember('bob', bob)], 1_000, 0.02);

  expect(ann).toMatchObject({ headroomCredits: 40, targetCredits: 500 });
});

test('own budgets bind a reservation too', () => {
  const [ann] = divide([aMember('ann', { ...reserving(700), ownHeadroomCredits: 50 }), aMember('bob')], 1_000);

  expect(ann).toMatchObject({ headroomCredits: 50, reserved: { askedCredits: 50, heldCredits: 50 } });
});
