import { expect, test, describe } from 'vitest';

import {
  initialState,
  isAnotherInForce,
  isHandled,
  type WatchState,
  isWholeReadDue,
  isWholeReadNews,
} from '../../../../shared/controls/history/watch-state.ts';

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

const readAt = '2026-03-15T02:00:00.000Z';
const minutesAfter = (minutes: number): number => Date.parse(readAt) + minutes * 60_000;

/** So many revisions are handled, and all were read at two. */
function handledState(revisions: number, said: Partial<WatchState> = {}): WatchState {
  return { ...initialState, handled: { from: 1, through: revisions, missing: [] }, wholeReadAt: readAt, ...said };
}

describe('a history is read to its end', () => {
  const { handled: _handled, ...unhandled } = handledState(501);
  const { wholeReadAt: _readAt, ...unread } = handledState(501);

  test.for<readonly [string, WatchState, number, boolean]>([
    ['each time where it has five hundred revisions', handledState(500), 1, true],
    ['not each time where it has more', handledState(501), 1, false],
    ['after an hour', handledState(501), 60, true],
    ['not before', handledState(501), 59.9, false],
    ['where the clock was an hour ahead', handledState(501), -60, true],
    ['where nothing is handled', unhandled, 1, true],
    ['where it never was', unread, 1, true],
    ['after it could not be read', handledState(501, { failingSince: readAt }), 1, true],
  ])('%s', ([, state, minutes, isDue]) => {
    expect(isWholeReadDue(state, minutesAfter(minutes))).toBe(isDue);
  });
});

test.for<readonly [string, WatchState, Partial<WatchState>, boolean]>([
  ['a long history was read once more', handledState(501), { wholeReadAt: '2026-03-15T03:00:00.000Z' }, true],
  ['a long history was not', handledState(501), {}, false],
  ['a short one was', handledState(500), { wholeReadAt: '2026-03-15T03:00:00.000Z' }, false],
  ['nothing is handled', initialState, { wholeReadAt: readAt }, false],
])('that the whole was read is written down where %s: %s', ([, state, said, isNews]) => {
  expect(isWholeReadNews(state, { ...state, ...said })).toBe(isNews);
});
