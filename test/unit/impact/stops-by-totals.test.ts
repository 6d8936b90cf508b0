import { expect, test } from 'vitest';

import { stopsByTotals, type ReplayOrder } from '../../../shared/impact/stops-by-totals.ts';
import { daysOf } from '../../../shared/kernel/time/day.ts';
import { aBudget, credits } from '../../support/domain-samples.ts';

const range = { from: '2026-02-27', through: '2026-03-03' };

function replayOf(budgets: ReplayOrder['budgets'], days: Readonly<Record<string, readonly number[]>>): ReplayOrder {
  const users = new Map(Object.entries(days).map(([userId, used]) => [userId, Float64Array.from(used)]));
  return {
    ...range,
    budgets,
    people: [...users.keys()].map((userId) => ({ userId, email: `${userId}@acme.example` })),
    use: { range, days: daysOf(range), knownFrom: range.from, organization: new Float64Array(5), users },
    teamOf: new Map([
      ['ann', 'web'],
      ['bob', 'web'],
    ]),
    platformWindow: { anchorDay: 1 },
  };
}

test('a pool stops whoever consumes from the day on which it is passed until its window ends', () => {
  const pool = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(100) });

  const stops = stopsByTotals(
    replayOf([pool], { ann: [60, 10, 0, 0, 90], bob: [30, 10, 20, 5, 5], cem: [500, 0, 0, 0, 0] }),
  );

  // 28 February passes it with 110; March begins again and is passed on the 3rd.
  expect(stops).toEqual([
    { email: 'ann@acme.example', day: '2026-02-28', scope: 'team:web' },
    { email: 'bob@acme.example', day: '2026-02-28', scope: 'team:web' },
    { email: 'ann@acme.example', day: '2026-03-03', scope: 'team:web' },
    { email: 'bob@acme.example', day: '2026-03-03', scope: 'team:web' },
  ]);
});

test('the default stops each alone, an own budget takes its place, and a pool under overcommit stops later', () => {
  const budgets = [
    aBudget({ scope: { kind: 'default' }, window: 'day', amount: credits(50) }),
    aBudget({ scope: { kind: 'user', email: 'bob@acme.example' }, window: 'day', amount: credits(200) }),
    aBudget({
      scope: { kind: 'org' },
      window: 'day',
      amount: credits(100),
      guarantee: { kind: 'overcommit', factor: 3 },
    }),
    aBudget({ scope: { kind: 'org' }, window: 'month', amount: { kind: 'unlimited' } }),
  ];

  const stops = stopsByTotals(replayOf(budgets, { ann: [60, 0, 0, 0, 0], bob: [190, 0, 0, 0, 290] }));

  expect(stops).toEqual([
    { email: 'ann@acme.example', day: '2026-02-27', scope: 'default' },
    { email: 'bob@acme.example', day: '2026-03-03', scope: 'user:bob@acme.example' },
  ]);
});

test('a budget that observes stops nobody, and one of nobody on the roster neither', () => {
  const budgets = [
    aBudget({ scope: { kind: 'default' }, amount: credits(1), mode: 'observe' }),
    aBudget({ scope: { kind: 'user', email: 'gone@acme.example' }, amount: credits(1) }),
    aBudget({ scope: { kind: 'team', name: 'ghost' }, amount: credits(1) }),
  ];

  expect(stopsByTotals(replayOf(budgets, { ann: [60, 0, 0, 0, 0] }))).toEqual([]);
});

test('a day on which exactly the amount is used stops nobody', () => {
  const budgets = [aBudget({ scope: { kind: 'default' }, window: 'day', amount: credits(60) })];

  expect(stopsByTotals(replayOf(budgets, { ann: [60, 61, 0, 0, 0] })).map(({ day }) => day)).toEqual(['2026-02-28']);
});

test('days before the first one do not count', () => {
  const budgets = [aBudget({ scope: { kind: 'default' }, amount: credits(60) })];
  const order = replayOf(budgets, { ann: [50, 20, 0, 0, 0], bob: [0, 61, 0, 0, 0] });

  expect(stopsByTotals({ ...order, from: '2026-02-28' })).toEqual([
    { email: 'bob@acme.example', day: '2026-02-28', scope: 'default' },
  ]);
});

test('who is stopped by two budgets on a day is named once, with the first', () => {
  const budgets = [
    aBudget({ scope: { kind: 'default' }, window: 'day', amount: credits(10) }),
    aBudget({ scope: { kind: 'org' }, window: 'day', amount: credits(20) }),
  ];

  expect(stopsByTotals(replayOf(budgets, { ann: [30, 0, 0, 0, 0] }))).toEqual([
    { email: 'ann@acme.example', day: '2026-02-27', scope: 'default' },
  ]);
});
