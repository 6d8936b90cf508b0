import { expect, test } from 'vitest';

import { tryBudgets } from '../../../shared/backtest/proposed-budgets.ts';
import { readTrace, type Trace } from '../../../shared/backtest/trace.ts';
import { addDays } from '../../../shared/kernel/time/day.ts';
import { aBudget, credits } from '../../support/domain-samples.ts';

const calendar = { anchorDay: 1 };

/** From Monday, 2 March on, of each user the credits of each day. */
function wanting(byUser: Readonly<Record<string, readonly number[]>>): Trace {
  const reading = readTrace(
    Object.entries(byUser).flatMap(([user, days]) =>
      days.map((wanted, index) => ({ user, date: addDays('2026-03-02', index), credits: wanted })),
    ),
  );
  if (reading.kind === 'refused') {
    throw new Error(reading.reason);
  }
  return reading.trace;
}

test('a default of 300 a week shows who would have been stopped, when, and by what', () => {
  const weekly = aBudget({ scope: { kind: 'default' }, window: 'week', amount: credits(300) });

  const trial = tryBudgets(wanting({ a: [200, 200, 0], b: [100, 100, 100] }), [weekly], calendar);

  expect(trial).toMatchObject({ grantedCredits: 600, refusedCredits: 100, usersStopped: 1 });
  // The 101st of the day's 200 credits is wanted after seven minutes past noon.
  expect(trial.stops).toEqual([
    {
      user: 'a',
      day: '2026-03-03',
      minute: 727,
      refusedCredits: 100,
      by: { scope: { kind: 'default' }, window: 'week' },
    },
  ]);
});

test('the least headroom decides: the day stops on the first day, the month later', () => {
  const own = { kind: 'user', email: 'a@b.example' } as const;
  const budgets = [
    aBudget({ scope: own, window: 'day', amount: credits(100) }),
    aBudget({ scope: own, window: 'month', amount: credits(150) }),
  ];

  const { stops } = tryBudgets(wanting({ 'a@b.example': [144, 0, 144] }), budgets, calendar);

  expect(stops.map(({ day, by }) => [day, by.window])).toEqual([
    ['2026-03-02', 'day'],
    ['2026-03-04', 'month'],
  ]);
});

test('a user who met the limit of a day is stopped until the nightly run sets the next', () => {
  const daily = aBudget({ scope: { kind: 'default' }, window: 'day', amount: credits(1_440) });

  const { stops } = tryBudgets(wanting({ a: [2_000, 1_440] }), [daily], calendar);

  // Until 02:30 the limit is yesterday's.
  expect(stops[1]).toMatchObject({ day: '2026-03-03', minute: 0, refusedCredits: 150 });
});

test('a user’s own budget replaces the default, and an unlimited one stops nobody', () => {
  const budgets = [
    aBudget({ scope: { kind: 'default' }, amount: credits(10) }),
    aBudget({ scope: { kind: 'user', email: 'a@b.example' }, amount: { kind: 'unlimited' } }),
  ];

  const { stops } = tryBudgets(wanting({ 'a@b.example': [500], 'b@b.example': [500] }), budgets, calendar);

  expect(stops.map(({ user }) => user)).toEqual(['b@b.example']);
});

test.each(['observe', 'alert'] as const)('a budget that would only %s stops nobody', (mode) => {
  const trial = tryBudgets(
    wanting({ a: [500] }),
    [aBudget({ scope: { kind: 'default' }, amount: credits(0), mode })],
    calendar,
  );

  expect(trial).toEqual({ grantedCredits: 500, refusedCredits: 0, usersStopped: 0, stops: [] });
});

test('a budget binds from its first day on', () => {
  const late = aBudget({ scope: { kind: 'default' }, window: 'day', amount: credits(0), from: '2026-03-03' });

  const { stops } = tryBudgets(wanting({ a: [1_440, 1_440] }), [late], calendar);

  // At 02:30 the nightly run takes the limit away that nobody had; 150 of the day's credits are consumed by then.
  expect(stops).toMatchObject([{ day: '2026-03-03', minute: 150, refusedCredits: 1_290 }]);
});

test('a team’s budget is a pool of its members, who together are granted no more, and binds nobody else', () => {
  const forWeb = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(500) });
  const days = [200, 200, 200];

  const { stops, grantedCredits } = tryBudgets(wanting({ a: days, b: days, c: days }), [forWeb], {
    ...calendar,
    teamOf: new Map([
      ['a', 'web'],
      ['b', 'web'],
    ]),
  });

  expect(grantedCredits - 600).toBeLessThanOrEqual(500);
  expect(grantedCredits - 600).toBeGreaterThan(400);
  expect(new Set(stops.map(({ user }) => user))).toEqual(new Set(['a', 'b']));
  expect(stops[0]?.by).toEqual({ scope: { kind: 'team', name: 'web' }, window: 'month' });
});
