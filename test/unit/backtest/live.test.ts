import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  backtestOf,
  type BacktestSetup,
  defaultLiveSetup,
  type LiveSetup,
} from '../../../shared/backtest/backtest-setup.ts';
import { backtestPolicy } from '../../../shared/backtest/backtest.ts';
import { ReplayedHints } from '../../../shared/backtest/live/replayed-hints.ts';
import { readTrace, type Trace } from '../../../shared/backtest/trace.ts';
import { addDays } from '../../../shared/kernel/time/day.ts';

/** From 2 March on, of each user the credits of each day. */
function wanting(byUser: readonly (readonly number[])[]): Trace {
  const reading = readTrace(
    byUser.flatMap((days, user) =>
      days.map((credits, day) => ({ user: `user${user}`, date: addDays('2026-03-02', day), credits })),
    ),
  );
  if (reading.kind === 'refused') {
    throw new Error(reading.reason);
  }
  return reading.trace;
}

function seeing(live: Partial<LiveSetup>, setup: Partial<BacktestSetup> = {}): BacktestSetup {
  return {
    ...backtestOf({ amountCredits: 12_000, window: 'month' }),
    ...setup,
    live: { ...defaultLiveSetup, ...live },
  };
}

/** Each of six people works five days in a row, and never again; together they want more than the pool has. */
const rotating = wanting(
  Array.from({ length: 6 }, (_, user) =>
    Array.from({ length: 30 }, (_, day) => (Math.floor(day / 5) === user ? 500 : 0)),
  ),
);

describe('the policy live', () => {
  test('grants nearly what the clairvoyant does where people are seen at work, and more than the nights alone', () => {
    const grantedBy = (name: 'strict' | 'live' | 'clairvoyant', live: Partial<LiveSetup> = {}) =>
      backtestPolicy(name, rotating, seeing(live)).granted;
    const strict = grantedBy('strict');

    expect(grantedBy('live', { peopleShare: 1 })).toBeGreaterThan(0.98 * grantedBy('clairvoyant'));
    expect(grantedBy('live', { sessionShare: 0.3 })).toBeGreaterThan(strict);
    expect(grantedBy('live')).toBeGreaterThan(strict);
  });

  test('serves a burst within the hour in which it is seen', () => {
    const others = [100, 100, 100, 100];
    const trace = wanting([[0, 0, 0, 4_800], others, others]);
    const refusedBy = (name: 'strict' | 'live') => backtestPolicy(name, trace, seeing({ peopleShare: 1 })).refused;

    expect(refusedBy('strict')).toBeGreaterThan(1_000);
    expect(refusedBy('live')).toBeLessThan(200);
  });

  test('a late, wrong or missing hint costs grants, and never overspends', () => {
    const draws = fc.record({
      users: fc.array(fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 35, maxLength: 35 }), {
        minLength: 1,
        maxLength: 4,
      }),
      window: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'quarter' as const),
      amountCredits: fc.integer({ min: 0, max: 60_000 }),
      anchorDay: fc.integer({ min: 1, max: 31 }),
      peopleShare: fc.constantFrom(0, 0.5, 1),
      sessionShare: fc.constantFrom(0, 0, 0.3),
      wrongShare: fc.constantFrom(0, 0.5, 1),
      lagMinutes: fc.constantFrom(0, 10, 45, 120),
      capPercent: fc.constantFrom(0, 5, 100),
    });
    fc.assert(
      fc.property(draws, ({ users, window, amountCredits, anchorDay, capPercent, ...live }) => {
        const bounds = { ...defaultLiveSetup.bounds, capPercent };
        const setup = seeing({ ...live, bounds }, { window, amountCredits, platformWindow: { anchorDay } });

        const score = backtestPolicy('live', wanting(users), setup);

        expect(score.overspent).toBe(0);
        expect(Number.isInteger(score.granted)).toBe(true);
      }),
      { numRuns: 12 },
    );
  });
});

describe('hints of a replay', () => {
  const users = Array.from({ length: 400 }, (_, user) => `user${user}`);
  const use = { today: '2026-03-02' as const, minute: 75, usedToday: users.map(() => 10), usedYesterday: [] };

  function hintedBy(live: Partial<LiveSetup>): readonly number[] {
    const seen = new ReplayedHints(users, { ...defaultLiveSetup, ...live });
    seen.look(use);
    return users.map((_, user) => seen.hintsOf(user, false).hintedCredits);
  }

  test('cover the share of people or of sessions that is asked for, the same ones every time', () => {
    const shares = [{ peopleShare: 0.3 }, { sessionShare: 0.3 }, { peopleShare: 1 }, {}].map(
      (live) => hintedBy(live).filter((credits) => credits > 0).length / users.length,
    );

    expect(shares[0]).toBeCloseTo(0.3, 1);
    expect(shares[1]).toBeCloseTo(0.3, 1);
    expect(shares.slice(2)).toEqual([1, 0]);
    expect(hintedBy({ sessionShare: 0.3 })).toEqual(hintedBy({ sessionShare: 0.3 }));
  });

  test('that are wrong say the same use of somebody else', () => {
    const hinted = hintedBy({ peopleShare: 1, wrongShare: 1 });

    expect(hinted.reduce((sum, credits) => sum + credits, 0)).toBe(4_000);
    expect(hinted.filter((credits) => credits === 10).length).toBeLessThan(200);
  });
});
