import { addDays, dayOf, earliestDay, latestDay, msPerDay, startOfDayMs, type Day } from '../kernel/time/day.ts';
import { windowAt, type Window } from '../kernel/time/window.ts';
import type { Facts, PoolTerms } from './facts.ts';
import { spanOf, type Span } from './use.ts';

/** One window of a pool. The guarantee: its use never exceeds its amount. */
export interface PoolWindow {
  readonly pool: PoolTerms;
  readonly window: Window;
  readonly amountCredits: number;
  /** The part without final figures, split at the platform's windows. */
  readonly pieces: readonly Piece[];
}

/** A part of a pool's window inside one window of the platform. */
export interface Piece {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly days: Span;
  /** The days with final figures whose use counts against the same limit. */
  readonly counted: Span;
}

/** Returns the last day for which the guarantee needs no run: the second after now. A run until then succeeds. */
export function horizonOf({ moment: { nowMs, laterMs } }: Facts): Day {
  return addDays(dayOf(nowMs + laterMs), 2);
}

/** Returns every window of every pool that is open on the platform, or opens before the horizon. */
export function poolWindowsOf(facts: Facts): readonly PoolWindow[] {
  const today = dayOf(facts.moment.nowMs - facts.moment.earlierMs);
  const horizon = horizonOf(facts);
  return facts.pools.flatMap((pool) => {
    const found: PoolWindow[] = [];
    for (let day = today; day <= horizon;) {
      const window = windowAt(pool.window, day, facts.restsOn);
      const first = latestDay(day, pool.from ?? day);
      if (first <= earliestDay(horizon, window.through, pool.to ?? horizon)) {
        found.push({ pool, window, amountCredits: amountOn(first, pool), pieces: piecesOf(window, facts) });
      }
      day = addDays(window.through, 1);
    }
    return found;
  });
}

/** Returns a pool's amount on a day; for a window, its first day that is not over. */
export function amountOn(day: Day, { credits, topUps }: PoolTerms): number {
  const added = topUps.reduce((sum, { from, to, credits: more }) => (from <= day && day <= to ? sum + more : sum), 0);
  return Math.min(credits + added, Number.MAX_SAFE_INTEGER);
}

/** A window that has begun counts to its end, since a limit may be used up any moment; a later one to the horizon. */
function piecesOf(window: Window, facts: Facts): readonly Piece[] {
  const { moment, restsOn, use } = facts;
  const horizonMs = startOfDayMs(horizonOf(facts)) + msPerDay;
  const endMs = startOfDayMs(window.through) + msPerDay;
  const pieces: Piece[] = [];
  let fromMs = startOfDayMs(latestDay(window.from, addDays(use.through, 1)));
  while (fromMs < Math.min(endMs, horizonMs)) {
    const platform = windowAt('platform', dayOf(fromMs), restsOn);
    const turnMs = Math.min(endMs, startOfDayMs(platform.through) + msPerDay);
    const untilMs = fromMs > moment.nowMs + moment.laterMs ? Math.min(turnMs, horizonMs) : turnMs;
    const days = spanOf({ from: dayOf(fromMs), through: dayOf(untilMs - 1) }, facts);
    pieces.push({ fromMs, untilMs, days, counted: spanOf({ from: platform.from, through: use.through }, facts) });
    fromMs = turnMs;
  }
  return pieces;
}
