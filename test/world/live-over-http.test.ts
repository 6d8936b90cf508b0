import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { playHttpMonth, type HttpMonth, type MonthEnd } from './live-http/http-month.ts';
import { isSoak, rounds, roundsTimeoutMs } from './rounds.ts';

/*
 * Credits given between the nights on the emulator over HTTP, with its own people and sessions and Curfew's client: hooks
 * report at the API under the keys of their people; answers get lost, lists are not whole, limits are felt late, hints
 * name sessions of others, and processes end in the middle.
 */
const calm: HttpMonth = {
  seed: 1,
  users: 5,
  days: 6,
  from: '2026-03-03',
  everyHours: 2,
  live: { shadowDays: 1 },
  hookedPercent: 100,
  wrongPercent: 0,
  hiddenPercent: 0,
  isFaulty: false,
};

function granted({ grantedBy }: MonthEnd): number {
  return [...grantedBy.values()].reduce((sum, credits) => sum + credits, 0);
}

function grantedUnseen({ grantedBy, hooked }: MonthEnd): number {
  return [...grantedBy].reduce((sum, [email, credits]) => (hooked.includes(email) ? sum : sum + credits), 0);
}

const drawnMonths = fc.record({
  seed: fc.nat(1_000_000),
  users: fc.integer({ min: 3, max: 14 }),
  days: fc.integer({ min: 8, max: 20 }),
  from: fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`),
  everyHours: fc.constantFrom(1, 2),
  live: fc.record({
    shadowDays: fc.constantFrom(1, 3),
    capPercent: fc.constantFrom(0, 0, 5),
    eveningReturn: fc.constantFrom('seen' as const, 'everybody' as const),
    totalsLagMinutes: fc.constant(60),
  }),
  hookedPercent: fc.constantFrom(0, 30, 60, 100),
  wrongPercent: fc.constantFrom(0, 10, 100),
  hiddenPercent: fc.constantFrom(0, 0, 20, 80),
  isFaulty: fc.boolean(),
  sessions: fc.record({
    scale: fc.constantFrom(1, 0.013, 7),
    coverage: fc.constantFrom(1, 0.85),
    lagMinutes: fc.constantFrom(0, 10, 60),
  }),
});

describe('months on the emulator, over HTTP', () => {
  test('hooks make more of a pool be granted than the nights alone do, and nothing is overspent', async () => {
    const live = await playHttpMonth(calm);
    const nightly = await playHttpMonth({ ...calm, live: { mode: 'off' } });

    expect(live.overspentShare).toBe(0);
    expect(live.standings.at(-1)).toBe('on');
    expect(granted(live)).toBeGreaterThan(1.02 * granted(nightly));
  });

  test('a month in which much goes wrong overspends nothing, and live is on again once nothing does', async () => {
    const month = { ...calm, seed: 3, days: 7, hookedPercent: 60, wrongPercent: 20, isFaulty: true };
    const end = await playHttpMonth({ ...month, sessions: { scale: 0.013, coverage: 0.9, lagMinutes: 0 } });

    expect(end.overspentShare).toBe(0);
    expect(new Set(end.standings)).toContain('none');
    expect(end.standings.at(-1)).toBe('on');
    expect(end.unforeseen).toEqual([]);
  });

  test.runIf(isSoak)(
    'whatever goes wrong, no pool is overspent by more than the cap',
    { timeout: roundsTimeoutMs },
    async () => {
      await fc.assert(
        fc.asyncProperty(drawnMonths, async (month) => {
          const end = await playHttpMonth(month);

          expect(end.overspentShare).toBeLessThanOrEqual(month.live.capPercent / 100);
          expect(end.unforeseen).toEqual([]);
        }),
        rounds(4),
      );
    },
  );

  test.runIf(isSoak)(
    'where all goes well, people of whom nothing is seen get what they got of the nights alone, and all together more',
    { timeout: roundsTimeoutMs },
    async () => {
      const sums = { live: 0, nightly: 0, unseen: 0, unseenNightly: 0 };
      for (let seed = 1; seed <= 40; seed += 1) {
        const month = { ...calm, seed, users: 12, days: 20, hookedPercent: 50, live: { shadowDays: 2 } };
        const live = await playHttpMonth(month);
        const nightly = await playHttpMonth({ ...month, live: { mode: 'off' } });
        sums.live += granted(live);
        sums.nightly += granted(nightly);
        sums.unseen += grantedUnseen(live);
        sums.unseenNightly += grantedUnseen(nightly);
      }

      expect(sums.live).toBeGreaterThan(sums.nightly);
      // As measured by `npm run bench -- live`.
      expect(sums.unseen).toBeGreaterThan(0.95 * sums.unseenNightly);
    },
  );
});
