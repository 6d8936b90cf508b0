import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays, dayOf, msPerDay, msPerMinute, startOfDayMs } from '../../shared/kernel/time/day.ts';
import { countSessions, type SessionTotal } from '../../shared/live/totals/session-total.ts';
import { noTotals, readingsSince, totalsAfter } from '../../shared/live/totals/totals-state.ts';
import type { Session } from '../../shared/sessions/session.ts';
import { drawFrom } from '../support/redaction/draw.ts';
import { monthSessions } from './live-months/month-sessions.ts';
import { rounds, roundsTimeoutMs } from './rounds.ts';

const firstDay = '2026-03-10';
const stepMs = 20 * msPerMinute;

interface Days {
  readonly seed: number;
  readonly lagMinutes: number;
  /** What a reading makes of a list. */
  readonly seen?: (session: Session) => Session;
}

/** By how much a reading said less than was used since midnight up to the lag before it, at worst; in credits. */
function shortfallOf({ seed, lagMinutes, seen = (session) => session }: Days): { short: number; readings: number } {
  const draw = drawFrom(seed);
  const lagMs = lagMinutes * msPerMinute;
  const sessions = monthSessions(draw, { scale: 1, leastShare: 1, lagMs, told: 'all' });
  const used: { atMs: number; credits: number }[] = [];
  const known = new Map<string, SessionTotal>();
  let totals = noTotals;
  const worst = { short: 0, readings: 0 };
  const endMs = startOfDayMs(firstDay) + 4 * msPerDay;
  let beganAtMs = startOfDayMs(firstDay);
  for (let nowMs = beganAtMs; nowMs < endMs; nowMs += stepMs) {
    if (draw.below(2) === 0) {
      const burst = { atMs: nowMs + draw.below(stepMs), credits: 1 + draw.below(100) };
      sessions.use(draw.below(2), burst.credits, burst.atMs);
      used.push(burst);
    }
    if (draw.below(3) === 0) {
      const listed = [...sessions.list(beganAtMs, nowMs)].map(([id, session]) => [id, seen(session)] as const);
      const isWhole = draw.below(6) !== 0;
      const some = new Map(isWhole ? listed : listed.filter(() => draw.below(2) === 0));
      const { changed, risenCredits, fallenCount } = countSessions(known, some, {
        atMs: beganAtMs,
        beforeMs: totals.reading?.beganAtMs,
      });
      changed.forEach((session) => known.set(session.sessionId, session));
      const doubts = isWhole && fallenCount === 0 ? [] : ['not whole'];
      const span = { beganAtMs, endedAtMs: nowMs };
      totals = totalsAfter(totals, { ...span, doubts, sessionCount: some.size, risenCredits });
      const yesterday = addDays(dayOf(nowMs), -1);
      for (const since of [yesterday, dayOf(nowMs)]) {
        for (const reading of readingsSince(totals, since).slice(-1)) {
          const untilMs = reading.beganAtMs - lagMs;
          const truth = used
            .filter(({ atMs }) => atMs >= startOfDayMs(since) && atMs <= untilMs)
            .reduce((sum, { credits }) => sum + credits, 0);
          worst.short = Math.max(worst.short, truth - reading.credits);
          worst.readings += 1;
        }
      }
    }
    // A reading takes up to three steps, so that many a one spans midnight.
    beganAtMs = Math.max(beganAtMs, nowMs - draw.below(2 * stepMs));
  }
  return worst;
}

const drawnDays = fc.record({ seed: fc.integer(), lagMinutes: fc.constantFrom(0, 30, 90) });

test(
  'a reading never says less than was used before its lag, whatever the list leaves out, repeats or forgets',
  { timeout: roundsTimeoutMs },
  () => {
    fc.assert(
      fc.property(drawnDays, (days) => {
        const { short, readings } = shortfallOf(days);

        expect(short).toBeLessThan(1e-6);
        expect(readings).toBeGreaterThan(0);
      }),
      rounds(20),
    );
  },
);

test('without what parents say of children that are not listed, a reading says less than was used', () => {
  const seen = ({ inclusiveCredits: _said, ...session }: Session): Session => session;
  const shortfalls = Array.from({ length: 5 }, (_, seed) => shortfallOf({ seed, lagMinutes: 30, seen }).short);

  expect(Math.max(...shortfalls)).toBeGreaterThan(100);
});
