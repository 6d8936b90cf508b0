import { expect, test } from 'vitest';
import {
  initialState,
  isAnotherInForce,
  isHandled,
} from '../../../../../shared/domain/controls/history/watch-state.ts';

const reported = { series: 2, revision: 7, digest: 'a' };
const state = { ...initialState, inForce: { newest: reported, asleep: {} } };

test.for([
  ['the same', state, reported, false],
  ['of another series', state, { ...reported, series: 3 }, true],
  ['another revision', state, { ...reported, revision: 6 }, true],
  ['another content', state, { ...reported, digest: 'b' }, true],
  ['not certain', state, undefined, false],
  ['the first', initialState, reported, false],
  ['not certain before the first', initialState, undefined, false],
] as const)('what is in force is another one where the newest is %s: %s', ([, before, newest, isAnother]) => {
  expect(isAnotherInForce(before, newest)).toBe(isAnother);
});

test('nothing is read at first', () => {
  expect(initialState).toEqual({ version: 0, series: 1, evidenceSeq: 0 });
});

const holes = [
  { from: 5, through: 6 },
  { from: 8, through: 8 },
];

test.for([
  [2, false],
  [3, true],
  [4, true],
  [5, false],
  [6, false],
  [7, true],
  [8, false],
  [9, true],
  [10, false],
] as const)('of what is handled from 3 through 9, but for 5, 6 and 8, is %i: %s', ([revision, isIn]) => {
  expect(isHandled(revision, { from: 3, through: 9, missing: holes })).toBe(isIn);
  expect(isHandled(revision, undefined)).toBe(false);
});
