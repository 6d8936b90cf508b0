import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { backtestOf } from '../../../shared/backtest/backtest-setup.ts';
import { backtest, backtestPolicy } from '../../../shared/backtest/backtest.ts';
import { readTrace, type Trace, type WantedUse } from '../../../shared/backtest/trace.ts';
import { addDays } from '../../../shared/kernel/time/day.ts';

function traceOf(rows: readonly WantedUse[]): Trace {
  const reading = readTrace(rows);
  if (reading.kind === 'refused') {
    throw new Error(reading.reason);
  }
  return reading.trace;
}

/** From 2 March on, of each user the credits of each day. */
function wanting(byUser: Readonly<Record<string, readonly number[]>>): Trace {
  return traceOf(
    Object.entries(byUser).flatMap(([user, days]) =>
      days.map((credits, index) => ({ user, date: addDays('2026-03-02', index), credits })),
    ),
  );
}

const month = (amountCredits: number) => backtestOf({ amountCredits, window: 'month' });

test('rows in any order make a trace, and rows of one user and day add up', () => {
  const trace = traceOf([
    { user: 'b', date: '2026-03-03', credits: 5 },
    { user: 'a', date: '2026-03-02', credits: 1 },
    { user: 'b', date: '2026-03-03', credits: 2 },
  ]);

  expect(trace).toMatchObject({
    from: '2026-03-02',
    days: 2,
    users: ['a', 'b'],
    wanted: [
      [1, 0],
      [0, 7],
    ],
  });
});

test('no rows make no trace', () => {
  expect(readTrace([])).toEqual({ kind: 'refused', reason: 'empty' });
});

test('when the pool is enough, nobody but the equal split refuses anything', () => {
  const scores = backtest(wanting({ a: [900, 900, 900], b: [100, 0, 100] }), month(100_000));

  for (const score of scores) {
    expect(score).toMatchObject({ granted: 2_900, refused: 0, overspent: 0, usersStopped: 0 });
  }
});

test('an equal split refuses the heavy user while the pool has credits', () => {
  const score = backtestPolicy('equal-split', wanting({ a: [900], b: [0] }), month(1_000));

  expect(score).toMatchObject({
    granted: 500,
    refused: 400,
    refusedWhileFunded: 400,
    overspent: 0,
    usersStopped: 1,
  });
  // 500 of 900 credits last for 13 hours and 20 minutes.
  expect(score.stops).toEqual([{ user: 'a', day: '2026-03-02', minute: 801, refusedCredits: 400 }]);
});

test('reacting at night overspends by what was consumed since the last known day', () => {
  const score = backtestPolicy('reactive', wanting({ a: [800, 800, 800, 800] }), month(1_000));

  // The second day is known to pass the pool on the third night only; by then a tenth of the third day is gone.
  expect(score).toMatchObject({ granted: 800 + 800 + 83, overspent: 683, refusedWhileFunded: 0 });
});

test('the clairvoyant grants the pool to the last credit, and nothing more', () => {
  const score = backtestPolicy('clairvoyant', wanting({ a: [800, 800], b: [100, 333] }), month(1_001));

  expect(score).toMatchObject({ granted: 1_001, overspent: 0, refusedWhileFunded: 0, usersStopped: 2 });
});

test('overcommit may overspend, by no more than its factor', () => {
  const score = backtestPolicy('overcommit', wanting({ a: [900, 900, 900], b: [900, 900, 900] }), month(2_000));

  expect(score.overspent).toBeGreaterThan(0);
  expect(score.overspent).toBeLessThanOrEqual(400);
});

describe('whatever is wanted', () => {
  const traces = fc
    .array(fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 40, maxLength: 40 }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((users) => wanting(Object.fromEntries(users.map((days, index) => [`user${index}`, days]))));
  const windows = fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'quarter' as const);

  test('a strict pool is not overspent, over any window, across turns of the platform window', () => {
    fc.assert(
      fc.property(traces, windows, fc.integer({ min: 0, max: 60_000 }), (trace, window, amountCredits) => {
        const setup = { ...backtestOf({ amountCredits, window }), platformWindow: { anchorDay: 17 } };

        expect(backtestPolicy('strict', trace, setup).overspent).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  test('nobody grants more than the clairvoyant without overspending, and wishes are granted or refused', () => {
    fc.assert(
      fc.property(traces, fc.integer({ min: 0, max: 60_000 }), (trace, amountCredits) => {
        const wanted = trace.wanted.flat().reduce((sum, credits) => sum + credits, 0);
        const scores = backtest(trace, month(amountCredits));

        const best = scores.find(({ name }) => name === 'clairvoyant')?.granted ?? 0;
        for (const { granted, refused, overspent } of scores) {
          expect(granted + refused).toBe(wanted);
          expect(granted - overspent).toBeLessThanOrEqual(best);
        }
      }),
      { numRuns: 25 },
    );
  });
});
