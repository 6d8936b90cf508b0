import { expect, test } from 'vitest';

import { defaultAssumptions } from '../../../../../shared/domain/pools/assumptions.ts';
import { unknownDemand } from '../../../../../shared/domain/pools/demand/demand.ts';
import type { Division } from '../../../../../shared/domain/pools/divide-pools.ts';
import { watchExposure } from '../../../../../shared/domain/pools/exposure/exposure-watch.ts';

const nowMs = Date.parse('2026-03-15T02:30:00Z');

/** Two users who have used 100 each and stand at 300 each, in a pool of 700. */
function aDivision(amountCredits = 700): Division {
  const member = (userId: string) => ({
    userId,
    knownCredits: 100,
    reportedCredits: 100,
    demand: unknownDemand,
    limits: [{ limitCredits: 300, fromMs: 0, outcome: 'confirmed' as const }],
  });
  return {
    members: [member('ann'), member('bob')],
    pools: [
      {
        name: 'org month',
        window: { from: '2026-03-01', through: '2026-03-31' },
        amountCredits,
        guarantee: { kind: 'strict' },
        knownCredits: 200,
        memberIds: ['ann', 'bob'],
      },
    ],
    exposureTerms: {
      moment: {
        nowMs,
        knownUntilMs: Date.parse('2026-03-15'),
        heldUntilMs: nowMs + 86_400_000,
        platformWindow: { anchorDay: 1 },
      },
      assumptions: defaultAssumptions,
    },
  };
}

test('limits are admitted up to what may be consumed of the pool, and not a credit more', () => {
  expect(watchExposure(aDivision()).admit([{ userId: 'ann', limitCredits: 400 }])).toBeUndefined();
  expect(watchExposure(aDivision()).admit([{ userId: 'ann', limitCredits: 401 }])).toBe('org month');
});

test('what was sent counts for all that is sent after it, and a lowered limit sets nothing free', () => {
  const watch = watchExposure(aDivision());

  const sent = [
    watch.admit([{ userId: 'ann', limitCredits: 100 }]),
    watch.admit([{ userId: 'bob', limitCredits: 400 }]),
    watch.admit([{ userId: 'ann', limitCredits: 301 }]),
  ];

  expect(sent).toEqual([undefined, undefined, 'org month']);
});

test('a pool that exceeds its amount admits lowered limits and no raised ones', () => {
  expect(watchExposure(aDivision(500)).admit([{ userId: 'ann', limitCredits: 150 }])).toBeUndefined();
  expect(watchExposure(aDivision(500)).admit([{ userId: 'ann', limitCredits: 301 }])).toBe('org month');
});

test('a user who draws on no pool is ignored', () => {
  expect(watchExposure(aDivision()).admit([{ userId: 'eve', limitCredits: 1_000_000 }])).toBeUndefined();
});

/** The same two users, with a pool of Ann's team inside. */
function withTeam(teamAmountCredits: number): Division {
  const division = aDivision(10_000);
  const [org] = division.pools;
  const team = { ...org, name: 'team month', amountCredits: teamAmountCredits, knownCredits: 100, memberIds: ['ann'] };
  return { ...division, pools: [...division.pools, team as NonNullable<typeof org>] };
}

test('every pool of a user is watched, and the one that would be passed is named', () => {
  expect(watchExposure(withTeam(350)).admit([{ userId: 'ann', limitCredits: 350 }])).toBeUndefined();
  expect(watchExposure(withTeam(350)).admit([{ userId: 'ann', limitCredits: 351 }])).toBe('team month');
  expect(watchExposure(withTeam(350)).admit([{ userId: 'bob', limitCredits: 900 }])).toBeUndefined();
});

test('limits that are sent together count together', () => {
  const limits = ['ann', 'bob'].map((userId) => ({ userId, limitCredits: 350 }));

  expect(watchExposure(aDivision(700)).admit(limits)).toBeUndefined();
  expect(watchExposure(aDivision(699)).admit(limits)).toBe('org month');
});

test('a pool that was passed by what was admitted stays closed to more', () => {
  const watch = watchExposure(aDivision(500));

  expect(watch.admit([{ userId: 'ann', limitCredits: 310 }])).toBe('org month');
  expect(watch.admit([{ userId: 'ann', limitCredits: 310 }])).toBeUndefined();
  expect(watch.admit([{ userId: 'ann', limitCredits: 311 }])).toBe('org month');
});

/** Ann has no limit, and is reported with more than counts as known yet. */
function withUnlimitedAnn(amountCredits: number): Division {
  const { members, ...division } = aDivision(amountCredits);
  return {
    ...division,
    members: members.map((it) => (it.userId === 'ann' ? { ...it, reportedCredits: 250, limits: [] } : it)),
  };
}

test('a first limit at what is reported is admitted, though the pool has no room for what was used without one', () => {
  const watch = watchExposure(withUnlimitedAnn(450));

  expect(watch.admit([{ userId: 'ann', limitCredits: 250 }])).toBeUndefined();
  expect(watch.admit([{ userId: 'bob', limitCredits: 301 }])).toBe('org month');
});

test('a first limit is admitted in a pool whose limits still allow too much, and what it allows counts from then on', () => {
  const watch = watchExposure(withUnlimitedAnn(300));

  expect(watch.admit([{ userId: 'ann', limitCredits: 400 }])).toBeUndefined();
  expect(watch.admit([{ userId: 'ann', limitCredits: 500 }])).toBeUndefined();
  expect(watch.admit([{ userId: 'bob', limitCredits: 301 }])).toBe('org month');
});

test('beside a first limit no other is admitted that the pool has no room for', () => {
  const limits = [
    { userId: 'ann', limitCredits: 400 },
    { userId: 'bob', limitCredits: 310 },
  ];

  expect(watchExposure(withUnlimitedAnn(300)).admit(limits)).toBe('org month');
});

test.for([
  ['ended', { limitCredits: 300, fromMs: 0, untilMs: nowMs - 1, outcome: 'confirmed' }],
  ['may have been lifted', { limitCredits: Infinity, fromMs: 0, outcome: 'unknown' }],
] as const)('the limit of somebody whose earlier one %s is a first one', ([, limit]) => {
  const { members, ...division } = aDivision(300);
  const had = { limitCredits: 300, fromMs: 0, outcome: 'confirmed' as const };
  const limits = 'untilMs' in limit ? [limit] : [had, limit];
  const lapsed = members.map((it) => (it.userId === 'ann' ? { ...it, limits } : it));

  expect(watchExposure({ ...division, members: lapsed }).admit([{ userId: 'ann', limitCredits: 400 }])).toBeUndefined();
});
