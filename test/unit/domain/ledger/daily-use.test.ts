import { expect, test } from 'vitest';
import {
  creditsWithin,
  dailyCreditsOf,
  dailyUseBuilder,
  knownFromOf,
  rowOwners,
} from '../../../../shared/domain/ledger/daily-use.ts';
import type { LedgerDay, LedgerRow } from '../../../../shared/domain/ledger/ledger-day.ts';
import type { Day } from '../../../../shared/domain/time/day.ts';

const range = { from: '2026-03-01', through: '2026-03-04' };

test('credits are added up by user and for everybody, over any days', () => {
  const use = someUse();

  expect(creditsWithin(use, use.users.get('ann'), { from: '2026-02-20', through: '2026-03-02' })).toBe(30);
  expect(creditsWithin(use, use.organization, { from: '2026-03-02', through: '2026-04-30' })).toBe(27);
  expect(creditsWithin(use, use.organization, { from: '2026-03-05', through: '2026-03-09' })).toBe(0);
  expect(creditsWithin(use, undefined, range)).toBe(0);
});

test('a series begins where the days are complete', () => {
  const use = someUse('2026-03-02');

  const daily = dailyCreditsOf(use, use.organization);

  expect(daily).toEqual({
    from: '2026-03-02',
    through: '2026-03-04',
    credits: Float64Array.of(20, 7, 0),
  });
});

test('days are known from the one after the last that is missing or in doubt', () => {
  expect(knownFromOf(range, [])).toBe('2026-03-05');
  expect(knownFromOf(range, [aDay('2026-03-01'), aDay('2026-03-03'), aDay('2026-03-04')])).toBe('2026-03-03');
  expect(
    knownFromOf(
      range,
      ['01', '02', '03', '04'].map((day) => aDay(`2026-03-${day}`)),
    ),
  ).toBe('2026-03-01');
});

test('a row under an unknown id belongs to the only user with its email', () => {
  const ownerOf = rowOwners([
    { userId: 'ann', email: 'Ann@x.example' },
    { userId: 'bob', email: 'b@x.example' },
    { userId: 'twin', email: 'b@x.example' },
    { userId: 'gone', email: 'g@x.example', goneSince: '2026-02-01' },
  ]);
  const owner = (userId: string, email: string | null) => ownerOf({ userId, email, credits: 1 });

  expect(owner('stray', ' ann@X.example')).toBe('ann');
  expect(owner('ann', 'b@x.example')).toBe('ann');
  expect(owner('stray', 'b@x.example')).toBe('stray');
  expect(owner('stray', 'g@x.example')).toBe('stray');
  expect(owner('stray', null)).toBe('stray');
});

function someUse(knownFrom: Day = range.from) {
  const daily = dailyUseBuilder({ range, knownFrom }, ({ userId }) => userId);
  daily.add({ day: '2026-03-01', rows: [aRow('ann', 10)] });
  daily.add({ day: '2026-03-02', rows: [aRow('ann', 20)] });
  daily.add({ day: '2026-03-03', rows: [aRow('bob', 7)] });
  return daily.gathered();
}

function aRow(userId: string, credits: number): LedgerRow {
  return { userId, credits, email: null };
}

function aDay(day: Day): LedgerDay {
  return {
    day,
    status: 'complete',
    totalCredits: 0,
    hasTrustedFigures: true,
    doubts: [],
    unreadableUserIds: [],
    readAt: `${day}T02:30:00.000Z`,
  };
}
