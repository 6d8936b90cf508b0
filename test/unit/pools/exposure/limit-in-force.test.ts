import { describe, expect, test } from 'vitest';

import {
  afterPut,
  replacedBy,
  sinceKnown,
  currentLimit,
  unlimitedFrom,
  type LimitInForce,
} from '../../../../shared/pools/exposure/limit-in-force.ts';
import { aLimitInForce } from '../../../support/pool-fixtures.ts';

const ended = (limitCredits: number, untilMs: number): LimitInForce => ({ ...aLimitInForce(limitCredits), untilMs });
const unsure: LimitInForce = { ...aLimitInForce(70), outcome: 'unknown' };

test.for<[string, readonly LimitInForce[], number | undefined]>([
  ['one is confirmed', [aLimitInForce(50)], 50],
  ['one is confirmed and others have ended', [ended(90, 5), aLimitInForce(50)], 50],
  ['there is none', [], undefined],
  ['all have ended', [ended(90, 5)], undefined],
  ['one has no answer', [unsure], undefined],
  ['another has no answer', [aLimitInForce(50), unsure], undefined],
  ['two may be in force', [aLimitInForce(50), aLimitInForce(60)], undefined],
  ['it stands for none', [unlimitedFrom(0)], undefined],
])('where %s, the limit that stands for certain is %2$s', ([, limits, expected]) => {
  expect(currentLimit(limits)).toBe(expected);
});

test('a limit bounds nothing any more once it had ended when the known data ends', () => {
  expect(sinceKnown([ended(1, 99), ended(2, 100), ended(3, 101), aLimitInForce(4)], 100)).toEqual([
    ended(3, 101),
    aLimitInForce(4),
  ]);
});

test('what is replaced ends then, but for what has ended before', () => {
  expect(replacedBy([ended(1, 5), aLimitInForce(2)], 100)).toEqual([ended(1, 5), ended(2, 100)]);
});

describe('the limits in force after one PUT', () => {
  const halfHourMs = 30 * 60_000;
  const before = [ended(90, 5), aLimitInForce(50)];
  const sent = { limitCredits: 70, atMs: 1_000, enforcementDelayMinutes: 30 } as const;
  const now: LimitInForce = { limitCredits: 70, fromMs: 1_000, outcome: 'confirmed' };

  test('end with the delay of enforcement where it is confirmed', () => {
    expect(afterPut(before, { ...sent, outcome: 'done' })).toEqual([ended(90, 5), ended(50, 1_000 + halfHourMs), now]);
  });

  test('are those of before where it is refused', () => {
    expect(afterPut(before, { ...sent, outcome: 'failed' })).toEqual(before);
  });

  test('are the old and the new one where nobody knows', () => {
    expect(afterPut(before, { ...sent, outcome: 'unknown' })).toEqual([...before, { ...now, outcome: 'unknown' }]);
  });

  test('begin without any limit where none was known', () => {
    const none: LimitInForce = { limitCredits: Infinity, fromMs: -Infinity, outcome: 'confirmed' };

    expect(afterPut([], { ...sent, outcome: 'failed' })).toEqual([none]);
    expect(afterPut([], { ...sent, outcome: 'done' })).toEqual([{ ...none, untilMs: 1_000 + halfHourMs }, now]);
  });
});
