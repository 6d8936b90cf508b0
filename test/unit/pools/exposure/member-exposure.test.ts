import { expect, test } from 'vitest';

import { unlimitedFrom } from '../../../../shared/pools/exposure/limit-in-force.ts';
import {
  costsOf,
  exposureNow,
  freeHeadroom,
  limitFor,
  memberExposuresOf,
  type DividedMember,
  type MemberExposure,
} from '../../../../shared/pools/exposure/member-exposure.ts';
import type { ExposureTerms } from '../../../../shared/pools/exposure/pool-exposure.ts';
import { costAt as costAtHeadroom } from '../../../../shared/pools/headroom-requests.ts';
import type { Pool } from '../../../../shared/pools/pool.ts';
import {
  aMember,
  aNight,
  aPool,
  nightBeforeTurn,
  exposureTermsAt,
  aLimitInForce,
} from '../../../support/pool-fixtures.ts';

const acrossTurn = { window: { from: '2026-03-30', through: '2026-04-05' } };

/** In each pool of a member, before anything is sent. */
function exposuresOf(stake: MemberExposure): readonly number[] {
  return stake.curves.flatMap(({ pools, inForce }) => pools.map(() => exposureNow(stake, inForce)));
}

function stakeOf(
  member: DividedMember,
  {
    pool = {},
    exposureTerms = exposureTermsAt(aNight),
  }: { readonly pool?: Partial<Pool>; readonly exposureTerms?: ExposureTerms } = {},
): MemberExposure {
  const [stake] = memberExposuresOf([member], [aPool(1_000, [member], pool)], exposureTerms);
  if (stake === undefined) {
    throw new Error('the member draws on the pool');
  }
  return stake;
}

const costAt = (stake: MemberExposure, counted: 'target' | 'replaced' | 'inForce', headroomCredits: number) => {
  const costs = costsOf(stake, counted);
  return costs.flatMap((cost) => cost.pools.map((pool) => [pool, costAtHeadroom(cost, headroomCredits)]));
};

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

  const stakes = memberExposuresOf(members, pools, exposureTermsAt(aNight));

  expect(stakes.map(({ member, pools: own }) => [member.userId, own])).toEqual([
    ['ann', [0, 1]],
    ['bob', [1]],
    ['cem', [0]],
  ]);
});

test('a limit is what was reported and the headroom, of which a turn under way may be a part', () => {
  const stake = stakeOf(aMember('a', { used: 100 }), {
    exposureTerms: exposureTermsAt(aNight, { inFlightCredits: 7 }),
  });

  expect([0, 50].map((headroom) => limitFor(stake, headroom))).toEqual([93, 143]);
  expect(limitFor(stakeOf(aMember('b'), { exposureTerms: exposureTermsAt(aNight, { inFlightCredits: 7 }) }), 3)).toBe(
    0,
  );
});

test.for([
  ['whose window the platform’s turns in', acrossTurn, 0],
  ['whose window ends with the platform’s', {}, 100],
  ['that is overcommitted', { ...acrossTurn, guarantee: { kind: 'overcommit', factor: 1 } }, 100],
] as const)('before the turn, nothing left of a pool %s is a limit of %2$s', ([, pool, limitCredits]) => {
  const stake = stakeOf(aMember('a', { used: 100 }), { pool, exposureTerms: exposureTermsAt(nightBeforeTurn) });

  expect(limitFor(stake, 0)).toBe(limitCredits);
  expect(limitFor(stake, 1)).toBe(101);
});

test('a headroom takes from a pool what it adds to known use, or what the limits in force allow already', () => {
  const stake = stakeOf(aMember('a', { used: 100, limits: [aLimitInForce(300)] }));

  expect([0, 50, 250].map((headroom) => costAt(stake, 'target', headroom))).toEqual([[[0, 0]], [[0, 50]], [[0, 250]]]);
  expect([0, 50, 250].map((headroom) => costAt(stake, 'inForce', headroom))).toEqual([
    [[0, 200]],
    [[0, 200]],
    [[0, 250]],
  ]);
  expect(freeHeadroom(stake, 'inForce')).toBe(200);
});

test('what is free of a limit counts what a turn may consume past it', () => {
  const exposureTerms = exposureTermsAt(aNight, { inFlightCredits: 7 });

  expect(
    freeHeadroom(stakeOf(aMember('a', { used: 100, limits: [aLimitInForce(300)] }), { exposureTerms }), 'inForce'),
  ).toBe(207);
  expect(
    freeHeadroom(stakeOf(aMember('a', { used: 100, limits: [aLimitInForce(80)] }), { exposureTerms }), 'inForce'),
  ).toBe(0);
});

test('where use is bounded by time, a limit that is replaced allows no more than the time until then', () => {
  const exposureTerms = exposureTermsAt(aNight, { maxCreditsPerUserHour: 10 });
  const stake = stakeOf(aMember('a', { used: 100, limits: [aLimitInForce(600)] }), { exposureTerms });

  expect(freeHeadroom(stake, 'replaced')).toBe(30);
  expect(freeHeadroom(stake, 'inForce')).toBe(500);
});

test('where nothing ends by time, replacing a limit changes nothing', () => {
  const [curves] = stakeOf(aMember('a', { limits: [aLimitInForce(600)] })).curves;

  expect(curves?.replaced).toBe(curves?.inForce);
});

test('before the turn, a limit that is replaced is not open again', () => {
  const stake = stakeOf(aMember('a', { used: 400, limits: [aLimitInForce(600)] }), {
    pool: acrossTurn,
    exposureTerms: exposureTermsAt(nightBeforeTurn),
  });

  expect(costAt(stake, 'replaced', 0)).toEqual([[0, 200]]);
  expect(costAt(stake, 'inForce', 0)).toEqual([[0, 200 + 600]]);
});

test('the time that a user was without a limit is not held against the others, a limit since then is', () => {
  const limits = [
    { ...unlimitedFrom(-Infinity), untilMs: aNight.nowMs },
    { ...aLimitInForce(60), fromMs: aNight.nowMs - 1 },
  ];

  expect(freeHeadroom(stakeOf(aMember('a', { limits })), 'inForce')).toBe(60);
  expect(freeHeadroom(stakeOf(aMember('a', { limits: [] })), 'inForce')).toBe(0);
});

test('before anything is sent, a pool is exposed to what the limit in force leaves', () => {
  const stake = stakeOf(aMember('a', { used: 100, limits: [aLimitInForce(300)] }));

  expect(exposuresOf(stake)).toEqual([200]);
});

test('a limit is 0 without headroom as soon as one of the pools continues after the turn, not only when all do', () => {
  const member = aMember('a', { used: 100 });
  const pools = [aPool(1_000, [member]), aPool(1_000, [member], { name: 'week', ...acrossTurn })];

  const [stake] = memberExposuresOf([member], pools, exposureTermsAt(nightBeforeTurn));

  expect(stake && limitFor(stake, 0)).toBe(0);
});

test('free is what is free in every pool', () => {
  const member = aMember('a', { used: 400, limits: [aLimitInForce(600)] });
  const pools = [aPool(1_000, [member]), aPool(1_000, [member], { name: 'week', ...acrossTurn })];

  const [stake] = memberExposuresOf([member], pools, exposureTermsAt(nightBeforeTurn));

  // Once the limit is replaced nothing of it is left for the week's days after the turn: every credit counts there.
  expect(stake && freeHeadroom(stake, 'inForce')).toBe(200);
  expect(stake && freeHeadroom(stake, 'replaced')).toBe(0);
});

test('the time before a first limit counts as far as time bounds it, but not of who is known to have had none', () => {
  const exposureTerms = exposureTermsAt(aNight, { maxCreditsPerUserHour: 10 });
  const first = { ...aLimitInForce(5), fromMs: aNight.nowMs - 3_600_000 };
  const none = { ...unlimitedFrom(-Infinity), untilMs: aNight.nowMs };

  const [unknown, known] = [[first], [none, first]].map((limits) =>
    exposuresOf(stakeOf(aMember('a', { limits }), { exposureTerms })),
  );

  // From midnight to half past one.
  expect([unknown, known]).toEqual([[15], [5]]);
});

test('an overcommitted pool counts nothing after the turn', () => {
  const overcommit = { ...acrossTurn, guarantee: { kind: 'overcommit', factor: 1 } } as const;
  const stake = stakeOf(aMember('a', { used: 400, limits: [aLimitInForce(600)] }), {
    pool: overcommit,
    exposureTerms: exposureTermsAt(nightBeforeTurn),
  });

  expect(exposuresOf(stake)).toEqual([200]);
});
