import { expect, test } from 'vitest';
import { unlimitedFrom } from '../../../../shared/domain/pools/limit-in-force.ts';
import {
  costsOf,
  exposureIn,
  freeHeadroom,
  limitFor,
  stakesOf,
  type DividedMember,
  type MemberStake,
} from '../../../../shared/domain/pools/member-stake.ts';
import type { Reckoning } from '../../../../shared/domain/pools/pool-exposure.ts';
import type { Pool } from '../../../../shared/domain/pools/pool.ts';
import { aMember, aNight, aPool, nightBeforeTurn, reckoningAt, standing } from '../../../support/pool-fixtures.ts';

const acrossTurn = { window: { from: '2026-03-30', through: '2026-04-05' } };

function stakeOf(
  member: DividedMember,
  {
    pool = {},
    reckoning = reckoningAt(aNight),
  }: { readonly pool?: Partial<Pool>; readonly reckoning?: Reckoning } = {},
): MemberStake {
  const [stake] = stakesOf([member], [aPool(1_000, [member], pool)], reckoning);
  if (stake === undefined) {
    throw new Error('the member draws on the pool');
  }
  return stake;
}

const costAt = (stake: MemberStake, counted: 'target' | 'replaced' | 'standing', headroomCredits: number) =>
  costsOf(stake, counted).map(({ pool, costOf }) => [pool, costOf(headroomCredits)]);

test('only who draws on a pool has a stake, in the order of ids, with each of the own pools', () => {
  const members = ['cem', 'ann', 'bob', 'dot'].map((userId) => aMember(userId));
  const [cem, ann, bob] = members;
  const pools = [
    aPool(
      1,
      [cem, ann].flatMap((each) => each ?? []),
    ),
    aPool(
      1,
      [ann, bob].flatMap((each) => each ?? []),
    ),
  ];

  const stakes = stakesOf(members, pools, reckoningAt(aNight));

  expect(stakes.map(({ member, curves }) => [member.userId, curves.map(({ pool }) => pool)])).toEqual([
    ['ann', [0, 1]],
    ['bob', [1]],
    ['cem', [0]],
  ]);
});

test('a limit is what was reported and the headroom, of which a turn under way may be a part', () => {
  const stake = stakeOf(aMember('a', { used: 100 }), { reckoning: reckoningAt(aNight, { inFlightCredits: 7 }) });

  expect([0, 50].map((headroom) => limitFor(stake, headroom))).toEqual([93, 143]);
  expect(limitFor(stakeOf(aMember('b'), { reckoning: reckoningAt(aNight, { inFlightCredits: 7 }) }), 3)).toBe(0);
});

test.for([
  ['whose window the platform’s turns in', acrossTurn, 0],
  ['whose window ends with the platform’s', {}, 100],
  ['that is overcommitted', { ...acrossTurn, guarantee: { kind: 'overcommit', factor: 1 } }, 100],
] as const)('before the turn, nothing left of a pool %s is a limit of %2$s', ([, pool, limitCredits]) => {
  const stake = stakeOf(aMember('a', { used: 100 }), { pool, reckoning: reckoningAt(nightBeforeTurn) });

  expect(limitFor(stake, 0)).toBe(limitCredits);
  expect(limitFor(stake, 1)).toBe(101);
});

test('a headroom takes from a pool what it adds to known use, or what the limits in force allow already', () => {
  const stake = stakeOf(aMember('a', { used: 100, limits: [standing(300)] }));

  expect([0, 50, 250].map((headroom) => costAt(stake, 'target', headroom))).toEqual([[[0, 0]], [[0, 50]], [[0, 250]]]);
  expect([0, 50, 250].map((headroom) => costAt(stake, 'standing', headroom))).toEqual([
    [[0, 200]],
    [[0, 200]],
    [[0, 250]],
  ]);
  expect(freeHeadroom(stake, 'target')).toBe(0);
  expect(freeHeadroom(stake, 'standing')).toBe(200);
});

test('what is free of a limit counts what a turn may consume past it', () => {
  const reckoning = reckoningAt(aNight, { inFlightCredits: 7 });

  expect(freeHeadroom(stakeOf(aMember('a', { used: 100, limits: [standing(300)] }), { reckoning }), 'standing')).toBe(
    207,
  );
  expect(freeHeadroom(stakeOf(aMember('a', { used: 100, limits: [standing(80)] }), { reckoning }), 'standing')).toBe(0);
});

test('where use is bounded by time, a limit that is replaced allows no more than the time until then', () => {
  const reckoning = reckoningAt(aNight, { maxCreditsPerUserHour: 10 });
  const stake = stakeOf(aMember('a', { used: 100, limits: [standing(600)] }), { reckoning });

  expect(freeHeadroom(stake, 'replaced')).toBe(30);
  expect(freeHeadroom(stake, 'standing')).toBe(500);
});

test('where nothing ends by time, replacing a limit changes nothing', () => {
  const [curves] = stakeOf(aMember('a', { limits: [standing(600)] })).curves;

  expect(curves?.replaced).toBe(curves?.standing);
});

test('before the turn, a limit that is replaced is not open anew', () => {
  const stake = stakeOf(aMember('a', { used: 400, limits: [standing(600)] }), {
    pool: acrossTurn,
    reckoning: reckoningAt(nightBeforeTurn),
  });

  expect(costAt(stake, 'replaced', 0)).toEqual([[0, 200]]);
  expect(costAt(stake, 'standing', 0)).toEqual([[0, 200 + 600]]);
});

test('the time that a user was without a limit is not held against the others, a limit since then is', () => {
  const limits = [
    { ...unlimitedFrom(-Infinity), untilMs: aNight.nowMs },
    { ...standing(60), fromMs: aNight.nowMs - 1 },
  ];

  expect(freeHeadroom(stakeOf(aMember('a', { limits })), 'standing')).toBe(60);
  expect(freeHeadroom(stakeOf(aMember('a', { limits: [] })), 'standing')).toBe(0);
});

test('who cannot be changed is exposed to what the limit allows in the own pools, and to nothing in others', () => {
  const stake = stakeOf(aMember('a', { used: 100, limits: [standing(300)] }));

  expect([exposureIn(stake, 0), exposureIn(stake, 1)]).toEqual([200, 0]);
});
