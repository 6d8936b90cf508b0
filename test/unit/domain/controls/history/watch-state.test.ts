import { expect, test } from 'vitest';
import { initialState, isAnotherInForce } from '../../../../../shared/domain/controls/history/watch-state.ts';

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
