import { expect, test } from 'vitest';

import type { Day } from '../../../shared/kernel/time/day.ts';
import {
  addTo,
  creditsWithin,
  dailyCreditsOf,
  dailyUseBuilder,
  knownFromOf,
} from '../../../shared/ledger/daily-use.ts';
import type { LedgerRow } from '../../../shared/ledger/ledger-day.ts';
import type { Owners } from '../../../shared/ledger/row-owner.ts';
import { aLedgerDay } from '../../support/domain-samples.ts';

const range = { from: '2026-03-01', through: '2026-03-04' };

test('credits are added up by user and for everybody, over any days', () => {
  const use = someUse();

  expect(creditsWithin(use, use.users.get('ann'), { from: '2026-02-20', through: '2026-03-02' })).toBe(30);
  expect(creditsWithin(use, use.organization, { from: '2026-03-02', through: '2026-04-30' })).toBe(27);
  expect(creditsWithin(use, use.organization, { from: '2026-03-05', through: '2026-03-09' })).toBe(0);
  expect(creditsWithin(use, use.users.get('ann'), { from: '2026-03-01', through: '2026-03-01' })).toBe(10);
  expect(creditsWithin(use, undefined, range)).toBe(0);
});

test('a user who is reported under several ids consumed the sum of each day', () => {
  const daily = dailyUseBuilder({ range, knownFrom: range.from });
  daily.add({ day: '2026-03-02', rows: [aRow('ann', 20), aRow('stray', 3), aRow('bob', 1)] });
  daily.add({ day: '2026-03-04', rows: [aRow('other', 5)] });

  const use = daily.gathered(owning('stray', 'other'));

  expect([...use.users].map(([userId, credits]) => [userId, [...credits]])).toEqual([
    ['ann', [0, 23, 0, 5]],
    ['bob', [0, 1, 0, 0]],
  ]);
  expect(creditsWithin(use, use.organization, range)).toBe(29);
});

test('the organization’s use by model is set by day, as far as the platform names models', () => {
  const daily = dailyUseBuilder({ range, knownFrom: range.from });
  daily.add({ day: '2026-03-02', rows: [aRow('ann', 20)], models: [{ model: 'opus', credits: 12 }] });
  daily.add({ day: '2026-03-04', rows: [aRow('ann', 5)], models: [{ model: 'opus', credits: 5 }] });

  expect([...(daily.gathered().models ?? [])].map(([model, credits]) => [model, [...credits]])).toEqual([
    ['opus', [0, 12, 0, 5]],
  ]);
});

test('what the platform may count apart is there by account beside what is gathered by user', () => {
  const daily = dailyUseBuilder({ range, knownFrom: range.from });
  daily.add({ day: '2026-03-02', rows: [aRow('ann', 20), aRow('stray', 3)] });
  daily.add({ day: '2026-03-03', rows: [aRow('other', 5)] });
  const owners = owning('stray', 'other');

  const { accounts = [], ...use } = daily.gathered({ ...owners, accounts: new Map([['other', 'ann']]) });

  expect(Array.from(accounts, ([userId, credits]) => [userId, [...credits]])).toEqual([
    ['ann', [0, 20, 5, 0]],
    ['stray', [0, 3, 0, 0]],
  ]);
  expect(use.owners).toBe(owners.users);
  expect(daily.gathered(owners).accounts).toBeUndefined();
  expect(daily.gathered().accounts).toBeUndefined();
});

test('what cannot be given to one user for sure is told, where there is any', () => {
  const daily = dailyUseBuilder({ range, knownFrom: range.from });
  const doubtful = [{ holderIds: ['ann', 'bob'], through: '2026-03-02' }];

  expect(daily.gathered({ ...owning(), doubtful }).doubtful).toEqual(doubtful);
  expect(daily.gathered(owning())).not.toHaveProperty('doubtful');
});

test('a user is gathered under the text of the id that is to stay in memory', () => {
  const daily = dailyUseBuilder({ range, knownFrom: range.from }, (userId) => userId.toUpperCase());
  daily.add({ day: '2026-03-02', rows: [aRow('ann', 20)] });

  expect(Array.from(daily.gathered().users, ([userId]) => userId)).toEqual(['ANN']);
});

test('everybody has days of their own, in an organization of thousands too', () => {
  const userIds = Array.from({ length: 2_500 }, (_, index) => `u-${index}`);
  const daily = dailyUseBuilder({ range, knownFrom: range.from });

  for (const day of ['2026-03-01', '2026-03-04']) {
    daily.add({ day, rows: userIds.map((userId, index) => aRow(userId, index)) });
  }

  const use = daily.gathered();
  const seriesOf = (userId: string) => [...dailyCreditsOf(use, use.users.get(userId)).credits];
  expect(userIds.map(seriesOf)).toEqual(userIds.map((_, index) => [index, 0, 0, index]));
  expect([...use.users].map(([userId, credits]) => [userId, [...credits]])).toEqual(
    userIds.map((userId) => [userId, seriesOf(userId)]),
  );
  expect([...use.users.values()].map((credits) => credits[3])).toEqual([...userIds.keys()]);
});

test('a series begins where the days are complete', () => {
  const use = someUse('2026-03-02');

  const daily = dailyCreditsOf(use, use.organization);

  expect(daily).toEqual({
    from: '2026-03-02',
    through: '2026-03-04',
    credits: Float64Array.of(20, 7, 0),
  });
  expect(dailyCreditsOf(use, undefined).credits).toEqual(new Float64Array(0));
});

test('days are known from the one after the last that is missing or in doubt', () => {
  const knownDay = (number: string) => aLedgerDay({ day: `2026-03-${number}` });
  const inDoubt = aLedgerDay({ day: '2026-03-02', status: 'suspect' });

  expect(knownFromOf(range, [])).toBe('2026-03-05');
  expect(knownFromOf(range, [knownDay('01'), knownDay('03'), knownDay('04')])).toBe('2026-03-03');
  expect(knownFromOf(range, [knownDay('01'), inDoubt, knownDay('03'), knownDay('04')])).toBe('2026-03-03');
  expect(knownFromOf(range, ['01', '02', '03', '04'].map(knownDay))).toBe('2026-03-01');
});

function someUse(knownFrom: Day = range.from) {
  const daily = dailyUseBuilder({ range, knownFrom });
  daily.add({ day: '2026-03-01', rows: [aRow('ann', 10)] });
  daily.add({ day: '2026-03-02', rows: [aRow('ann', 20)] });
  daily.add({ day: '2026-03-03', rows: [aRow('bob', 7)] });
  return daily.gathered();
}

/** Ann's use is under these ids too, and the platform counts it together. */
function owning(...userIds: readonly string[]): Owners {
  const users = new Map(userIds.map((userId) => [userId, 'ann']));
  return { users, accounts: users, doubtful: [] };
}

function aRow(userId: string, credits: number): LedgerRow {
  return { userId, credits, email: null };
}

test('a total of days grows by what somebody used on each, however the numbers are kept', () => {
  const total = Float64Array.of(1, 0, 5);

  addTo(total, Uint32Array.of(10, 0, 2));
  addTo(total, Float64Array.of(0.5, 3));

  expect([...total]).toEqual([11.5, 3, 7]);
});
