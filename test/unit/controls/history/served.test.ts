import { expect, test } from 'vitest';

import { gapsIn, notServed, readingTracker } from '../../../../shared/controls/history/served.ts';
import { handledWith, unhandledRanges } from '../../../../shared/controls/history/watch-state.ts';

const handled = { from: 1, through: 10, missing: [] };

function trackerOf(...pages: readonly (readonly number[])[]) {
  const tracker = readingTracker();
  pages.forEach((page) => tracker.see(page, false));
  return tracker;
}

test('a reading is over when its numbers fall from the head to below what is known, without a hole', () => {
  const falling = trackerOf([12, 11], [10, 9]);
  const unchanged = trackerOf([10, 9]);

  expect([falling.meets(handled), unchanged.meets(handled)]).toEqual([true, true]);
});

test.for([
  { title: 'rise', pages: [[9, 10, 11, 12]] },
  { title: 'are in no order', pages: [[12, 10, 11, 9]] },
  { title: 'leave one out', pages: [[13, 11, 10, 9]] },
  { title: 'end at the one that is known', pages: [[12, 11, 10]] },
  { title: 'do not reach it', pages: [[13, 12, 11]] },
  { title: 'are one', pages: [[10]] },
  { title: 'are all old ones', pages: [[9, 8, 7]] },
])('a reading goes on while its numbers $title', ({ pages }) => {
  const tracker = trackerOf(...pages);

  expect(tracker.meets(handled)).toBe(false);
});

test('a reading goes on when a row could not be read, and when nothing is known', () => {
  const tracker = readingTracker();
  tracker.see([12, 11, 10, 9], true);

  expect([tracker.meets(handled), trackerOf([12, 11]).meets(undefined)]).toEqual([false, false]);
});

test('only a whole reading shows what is not served any more, and what never was is not missed', () => {
  const served = { numbers: new Set([1, 2, 3, 9, 10, 11]), unreadable: new Map([[8, 'broken']]) };
  const known = { ...handled, missing: [{ from: 5, through: 5 }] };

  const whole = notServed({ ...served, isWhole: true }, known);
  const partly = notServed({ ...served, isWhole: false }, known);

  expect(whole).toEqual([
    { from: 4, through: 4 },
    { from: 6, through: 7 },
  ]);
  expect(partly).toEqual([]);
});

test('a gap is a number between known and served ones that is neither', () => {
  const served = { numbers: new Set([12, 15]), unreadable: new Map(), isWhole: true };

  const gaps = gapsIn(served, { from: 1, through: 10, missing: [{ from: 4, through: 4 }] });

  expect(gaps).toEqual([
    { from: 4, through: 4 },
    { from: 11, through: 11 },
    { from: 13, through: 14 },
  ]);
});

test('what is handled grows by what appears late, before or after it', () => {
  const known = { from: 3, through: 8, missing: [{ from: 5, through: 6 }] };

  const next = handledWith(known, [
    { from: 1, through: 1 },
    { from: 5, through: 5 },
    { from: 10, through: 11 },
  ]);

  expect(next).toEqual({
    from: 1,
    through: 11,
    missing: [
      { from: 2, through: 2 },
      { from: 6, through: 6 },
      { from: 9, through: 9 },
    ],
  });
  expect(unhandledRanges(known).slice(0, 2)).toEqual([
    { from: 0, through: 2 },
    { from: 5, through: 6 },
  ]);
  expect(handledWith(undefined, [])).toBeUndefined();
});
