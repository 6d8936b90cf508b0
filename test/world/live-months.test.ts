import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { playMonth, type LiveMonth } from './live-months/live-month.ts';
import { rounds, roundsTimeoutMs } from './rounds.ts';

/*
 * Months drawn at random across the turn of the platform window: nights that divide, fall out or know too little; PUTs
 * that are lost, refused or felt late; lists of sessions that are late, long, not whole, or forget; and credits that
 * are given hour by hour to anybody at all, as wrong hints would have it.
 */
const months = (told: LiveMonth['told'], capPercent: fc.Arbitrary<number>): fc.Arbitrary<LiveMonth> =>
  fc.record({
    seed: fc.integer(),
    days: fc.constantFrom(9, 12),
    told: fc.constant(told),
    scale: fc.constantFrom(0.01, 1, 3),
    lagMs: fc.constantFrom(0, 30 * 60_000, 90 * 60_000),
    inFlightCredits: fc.constantFrom(0, 0, 5),
    bounds: fc.record({
      errorPercent: fc.constantFrom(10, 25),
      slackCredits: fc.constantFrom(0, 20),
      capPercent,
    }),
  });

const wrong = ['a part', 'few sessions'] as const;

describe('months on which anybody may be given credits between the nights', () => {
  test(
    'whatever hints say, no pool is overspent while the totals hold what the allowance covers',
    { timeout: roundsTimeoutMs },
    () => {
      fc.assert(
        fc.property(months('all', fc.constantFrom(0, 5, 100)), (month) => {
          expect(playMonth(month).overspent).toBe(0);
        }),
        rounds(10),
      );
    },
  );

  test.each(wrong)(
    'with totals that tell %s, no pool is overspent without a cap',
    { timeout: roundsTimeoutMs },
    (told) => {
      fc.assert(
        fc.property(months(told, fc.constant(0)), (month) => {
          expect(playMonth(month).overspent).toBe(0);
        }),
        rounds(4),
      );
    },
  );

  test.each(wrong)(
    'with totals that tell %s, no pool is overspent by more than the cap',
    { timeout: roundsTimeoutMs },
    (told) => {
      fc.assert(
        fc.property(months(told, fc.constantFrom(5, 20)), (month) => {
          expect(playMonth(month).overspentShare).toBeLessThanOrEqual(month.bounds.capPercent / 100);
        }),
        rounds(4),
      );
    },
  );

  test('the cap is what holds it there: without it more is overspent in the same month', () => {
    // The cap of 5 % is said in both.
    const bounds = { errorPercent: 25, slackCredits: 0, capPercent: 5 };
    const month = { seed: 15, days: 9, told: 'a part', scale: 1, lagMs: 0, inFlightCredits: 0, bounds } as const;

    expect(playMonth(month).overspentShare).toBeLessThanOrEqual(0.05);
    expect(playMonth({ ...month, freeBounds: { ...bounds, capPercent: 100 } }).overspentShare).toBeGreaterThan(0.05);
  });
});
