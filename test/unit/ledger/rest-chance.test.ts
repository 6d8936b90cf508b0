import { expect, test } from 'vitest';

import type { LedgerRow } from '../../../shared/ledger/ledger-day.ts';
import { restChance } from '../../../shared/ledger/rest-chance.ts';
import { partOf } from '../../support/part-of.ts';

/** People who used 100 credits on so many of four weekdays before, each by the number. */
function weeks(atWork: readonly number[]): ReadonlyMap<string, number>[] {
  return [0, 1, 2, 3].map(
    (week) => new Map(atWork.map((days, index) => [`u${index}`, (week + index) % 4 < days ? 100 : 0])),
  );
}

const collapseShare = 0.1;
const nothing = { rows: [], collapseShare };

test('a Sunday without use is what happens where a few of twelve work on some Sundays', () => {
  expect(restChance({ ...nothing, earlier: weeks([2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]) })).toBeGreaterThan(0.1);
});

test.for([
  ['twelve who work on every one', Array.from({ length: 12 }, () => 4)],
  ['three who work on every one', [4, 4, 4]],
  ['one who works on every one', [4]],
  ['a hundred of whom each works on one in four', Array.from({ length: 100 }, () => 1)],
])('a day without use is next to impossible for %s', ([, atWork]) => {
  expect(restChance({ ...nothing, earlier: weeks(atWork as readonly number[]) })).toBeLessThan(0.05);
});

test('a day on which everybody shows a little of what they use is one that has not all arrived', () => {
  const people = Array.from({ length: 12 }, () => 4);
  const rows = people.map((_, index) => partOf<LedgerRow>({ userId: `u${index}`, credits: 5 }));

  expect(restChance({ earlier: weeks(people), rows, collapseShare })).toBeLessThan(0.01);
});

test('who is at work as usual says nothing against the day', () => {
  const rows = [partOf<LedgerRow>({ userId: 'u0', credits: 100 })];

  expect(restChance({ earlier: weeks([4, 1]), rows, collapseShare })).toBeCloseTo(0.8);
});

test('nothing is taken for rest where fewer than two weeks are known', () => {
  expect(restChance({ ...nothing, earlier: weeks([1]).slice(0, 1) })).toBe(0);
});
