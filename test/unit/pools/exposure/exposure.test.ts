import { expect, test } from 'vitest';

import { exposureAt, exposureCurve, freeLimit, type Exposed } from '../../../../shared/pools/exposure/exposure.ts';
import { afterPut, type LimitInForce } from '../../../../shared/pools/exposure/limit-in-force.ts';
import { poolExposure, type ExposureTerms } from '../../../../shared/pools/exposure/pool-exposure.ts';
import { knownUntil, unknownPeriods, windowsReached, type Moment } from '../../../../shared/pools/moment.ts';
import { partOf } from '../../../support/part-of.ts';
import {
  aMember,
  aNight,
  aPool,
  april,
  march,
  nightBeforeTurn,
  exposureTermsAt,
  aLimitInForce,
  windowStart,
} from '../../../support/pool-fixtures.ts';

const atMs = aNight.nowMs;
const put = (limitCredits: number, outcome: 'done' | 'failed' | 'unknown') => ({
  limitCredits,
  atMs,
  outcome,
  enforcementDelayMinutes: 30,
});

test('a user can have consumed up to the largest limit since the known data', () => {
  const user = aMember('a', { used: 100, limits: afterPut([aLimitInForce(600)], put(150, 'done')) });

  const exposure = poolExposure(aPool(1_000, [user]), [user], exposureTermsAt(aNight));

  expect(exposure).toEqual({ credits: 600, unboundedIds: [] });
});

test('a limit that ended before the known data does counts no more', () => {
  const ended: LimitInForce = { ...aLimitInForce(600), untilMs: aNight.knownUntilMs };
  const user = aMember('a', { used: 100, limits: [ended, { ...aLimitInForce(150), fromMs: aNight.knownUntilMs - 1 }] });

  const exposure = poolExposure(aPool(1_000, [user]), [user], exposureTermsAt(aNight));

  expect(exposure.credits).toBe(150);
});

test('of a PUT without an answer the larger of old and new counts', () => {
  const raised = aMember('a', { used: 100, limits: afterPut([aLimitInForce(200)], put(300, 'unknown')) });
  const lowered = aMember('b', { used: 100, limits: afterPut([aLimitInForce(200)], put(150, 'unknown')) });

  const exposure = poolExposure(aPool(1_000, [raised, lowered]), [raised, lowered], exposureTermsAt(aNight));

  expect(exposure.credits).toBe(300 + 200);
});

test('a refused row changes nothing', () => {
  expect(afterPut([aLimitInForce(200)], put(900, 'failed'))).toEqual([aLimitInForce(200)]);
});

test('a user under a limit that is already passed is exposed to what is known', () => {
  const user = aMember('a', { used: 700, limits: [aLimitInForce(600)] });

  expect(poolExposure(aPool(1_000, [user]), [user], exposureTermsAt(aNight)).credits).toBe(700);
});

test('a user who has no limit is unbounded and named', () => {
  const newcomer = aMember('new', { limits: [] });

  expect(poolExposure(aPool(1_000, [newcomer]), [newcomer], exposureTermsAt(aNight)).unboundedIds).toEqual(['new']);
});

test('a user who got a first limit today stays unbounded until the data shows today', () => {
  const limits = afterPut([], put(50, 'done'));
  const today = aMember('new', { limits });
  const dayAfter = { ...aNight, nowMs: aNight.nowMs + 86_400_000, knownUntilMs: aNight.knownUntilMs + 86_400_000 };

  expect(poolExposure(aPool(99, [today]), [today], exposureTermsAt(aNight)).unboundedIds).toEqual(['new']);
  expect(poolExposure(aPool(99, [today]), [today], exposureTermsAt(dayAfter))).toEqual({
    credits: 50,
    unboundedIds: [],
  });
});

test('known use outside the platform window is part of a longer budget', () => {
  const user = aMember('a', { used: 100, limits: [aLimitInForce(600)] });
  const quarter = aPool(5_000, [user], { window: { from: '2026-01-01', through: '2026-03-31' }, knownCredits: 2_100 });

  expect(poolExposure(quarter, [user], exposureTermsAt(aNight)).credits).toBe(2_100 + 500);
});

test('in a day that began after the known data, only what the limit leaves counts', () => {
  const user = aMember('a', { used: 100, limits: [aLimitInForce(600)] });
  const day = aPool(900, [user], { window: { from: '2026-03-10', through: '2026-03-10' }, knownCredits: 0 });

  expect(poolExposure(day, [user], exposureTermsAt(aNight)).credits).toBe(500);
});

test('in the next platform window the old limit can be used up again', () => {
  const user = aMember('a', { used: 400, limits: [aLimitInForce(600)] });
  const newMonth = aPool(900, [user], { window: april, knownCredits: 0 });

  expect(poolExposure(newMonth, [user], exposureTermsAt(windowStart)).credits).toBe(600);
});

test('for a budget that spans the turn, the unknown parts of both platform windows add', () => {
  const user = aMember('a', { used: 400, limits: [aLimitInForce(600)] });
  const week = aPool(900, [user], { window: { from: '2026-03-30', through: '2026-04-05' }, knownCredits: 10 });

  expect(poolExposure(week, [user], exposureTermsAt(windowStart)).credits).toBe(10 + 200 + 600);
});

test('on the night before the turn a limit that stays is counted on both sides of it', () => {
  const user = aMember('a', { used: 400, limits: [aLimitInForce(600)] });
  const week = aPool(900, [user], { window: { from: '2026-03-30', through: '2026-04-05' }, knownCredits: 10 });

  expect(poolExposure(week, [user], exposureTermsAt(nightBeforeTurn)).credits).toBe(10 + 200 + 600);
});

test('what one person can consume in an hour bounds what an old limit allowed', () => {
  const user = aMember('a', { used: 0, limits: afterPut([aLimitInForce(600)], put(20, 'done')) });
  const exposureTerms = exposureTermsAt(aNight, { maxCreditsPerUserHour: 40 });

  // Three hours from midnight to half past two, and the half hour until the new limit is surely enforced.
  expect(poolExposure(aPool(900, [user]), [user], exposureTerms).credits).toBe(3 * 40);
});

test('a turn may run past a limit, but none begins under a limit of 0', () => {
  const some = aMember('a', { limits: [aLimitInForce(60)] });
  const none = aMember('b', { limits: [aLimitInForce(0)] });

  const exposure = poolExposure(
    aPool(900, [some, none]),
    [some, none],
    exposureTermsAt(aNight, { inFlightCredits: 7 }),
  );

  expect(exposure.credits).toBe(67);
});

test('a day is known only once it has settled', () => {
  expect(new Date(knownUntil('2026-03-09', partOf({ settleDays: 0 }))).toISOString()).toBe('2026-03-10T00:00:00.000Z');
  expect(new Date(knownUntil('2026-03-09', partOf({ settleDays: 2 }))).toISOString()).toBe('2026-03-08T00:00:00.000Z');
});

test('limits of the last night of a window reach into the next', () => {
  expect(windowsReached('month', aNight)).toEqual([{ kind: 'month', ...march }]);
  expect(windowsReached('month', nightBeforeTurn).map(({ from }) => from)).toEqual(['2026-03-01', '2026-04-01']);
});

const turnWeek = { from: '2026-03-30', through: '2026-04-05' };

function curveOf(user: Exposed, moment: Moment, assumptions: Partial<ExposureTerms['assumptions']> = {}) {
  const window = moment === aNight ? march : turnWeek;
  return exposureCurve(user, unknownPeriods(window, moment), exposureTermsAt(moment, assumptions).assumptions);
}

test('no limit that is sent now changes what can have been consumed in a platform window that is over', () => {
  const user = aMember('a', { used: 400, limits: [aLimitInForce(600)] });

  const curve = curveOf(user, windowStart);

  expect([0, 600, 1_000].map((limitCredits) => exposureAt(curve, limitCredits))).toEqual([800, 800, 200 + 1_000]);
  expect(freeLimit(curve)).toBe(600);
});

test('a limit that begins with a platform window allows nothing in the one before', () => {
  const turnMs = Date.parse('2026-04-01T00:00:00Z');
  const old = { ...aLimitInForce(500), untilMs: turnMs };
  const user = aMember('a', { used: 400, limits: [old, { ...aLimitInForce(900), fromMs: turnMs }] });

  expect(exposureAt(curveOf(user, windowStart))).toBe(100 + 900);
});

test('a user may have consumed without end before the first limit, or as fast as one person can, and no longer', () => {
  const firstAt = (fromMs: number) => aMember('a', { limits: [{ ...aLimitInForce(5), fromMs }] });
  const hourly = { maxCreditsPerUserHour: 10, inFlightCredits: 2 };
  const [start, later] = [aNight.knownUntilMs, aNight.knownUntilMs + 90 * 60_000];

  expect([start, later].map((ms) => exposureAt(curveOf(firstAt(ms), aNight)))).toEqual([5, Infinity]);
  // A turn under way may consume two past the limit, and two past the end of the time.
  expect([start, later].map((ms) => exposureAt(curveOf(firstAt(ms), aNight, hourly)))).toEqual([7, 15 + 2]);
});

test('where time allows no more than limits do already, any limit is free', () => {
  const user = aMember('a', { limits: [aLimitInForce(600)] });

  // 22 days are left.
  expect(freeLimit(curveOf(user, aNight, { maxCreditsPerUserHour: 1 }))).toBe(Infinity);
  expect(freeLimit(curveOf(user, aNight, { maxCreditsPerUserHour: 2 }))).toBe(600);
});
