import { expect, test } from 'vitest';
import {
  replacedBy,
  sinceKnown,
  standingLimit,
  unlimitedFrom,
  type LimitInForce,
} from '../../../../shared/domain/pools/limit-in-force.ts';
import { standing } from '../../../support/pool-fixtures.ts';

const ended = (limitCredits: number, untilMs: number): LimitInForce => ({ ...standing(limitCredits), untilMs });
const unsure: LimitInForce = { ...standing(70), outcome: 'unknown' };

test.for<[string, readonly LimitInForce[], number | undefined]>([
  ['one is confirmed', [standing(50)], 50],
  ['one is confirmed and others have ended', [ended(90, 5), standing(50)], 50],
  ['there is none', [], undefined],
  ['all have ended', [ended(90, 5)], undefined],
  ['one has no answer', [unsure], undefined],
  ['another has no answer', [standing(50), unsure], undefined],
  ['two may be in force', [standing(50), standing(60)], undefined],
  ['it stands for none', [unlimitedFrom(0)], undefined],
])('where %s, the limit that stands for certain is %2$s', ([, limits, expected]) => {
  expect(standingLimit(limits)).toBe(expected);
});

test('a limit bounds nothing any more once it had ended when the known data ends', () => {
  expect(sinceKnown([ended(1, 99), ended(2, 100), ended(3, 101), standing(4)], 100)).toEqual([
    ended(3, 101),
    standing(4),
  ]);
});

test('what is replaced ends then, but for what has ended before', () => {
  expect(replacedBy([ended(1, 5), standing(2)], 100)).toEqual([ended(1, 5), ended(2, 100)]);
});
