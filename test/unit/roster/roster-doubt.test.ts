import { expect, test } from 'vitest';

import { describeRoster, isDoubtfulRoster } from '../../../shared/roster/roster-doubt.ts';

const none = { left: 0, emailLost: 0, unreadable: 0 };

test.for([
  ['nobody left', { before: 20, read: 20, left: 0 }, false],
  ['a few left a small organization', { before: 20, read: 15, left: 5 }, false],
  ['a third left a small organization', { before: 20, read: 14, left: 6 }, true],
  ['a tenth left', { before: 300, read: 270, left: 30 }, false],
  ['more than a tenth left', { before: 300, read: 269, left: 31 }, true],
  ['a page of a large one is gone', { before: 10_000, read: 9_900, left: 100 }, true],
  ['it is empty', { before: 20, read: 0, left: 0 }, true],
  ['the emails are gone', { before: 20, read: 20, left: 0, emailLost: 20 }, true],
  ['it was always empty', { before: 0, read: 0, left: 0 }, false],
] as const)('a roster where %s: doubtful is %2$s, and is reported so', ([, facts, isDoubtful]) => {
  const told = describeRoster({ ...none, ...facts });

  expect(isDoubtfulRoster({ ...none, ...facts })).toBe(isDoubtful);
  expect(told).toHaveLength(isDoubtful ? 1 : 0);
});

test('rows that cannot be read are reported, and are no reason to read the list again at once', () => {
  const facts = { ...none, before: 20, read: 19, unreadable: 1 };

  expect(describeRoster(facts)).toEqual([expect.stringContaining('1 row of the roster')]);
  expect(isDoubtfulRoster(facts)).toBe(false);
});
