/** Unix milliseconds. */
export interface SimClock {
  now(): number;
}

/** Moved by `POST /__sim/clock`, forwards only. */
export interface MovableClock extends SimClock {
  /** True for a manual clock, which moves only on request. */
  readonly standing: boolean;
  /** Moves to a moment (Unix ms). False, and nothing changes, for a moment before `now()`. */
  moveTo(nowMs: number): boolean;
}

export function manualClock(startMs: number): MovableClock {
  let nowMs = startMs;
  return {
    standing: true,
    now: () => nowMs,
    moveTo(nextMs) {
      const forward = nextMs >= nowMs;
      if (forward) {
        nowMs = nextMs;
      }
      return forward;
    },
  };
}

/** A clock that runs with another one, from wherever it is moved. */
export function runningClock(system: SimClock): MovableClock {
  let aheadMs = 0;
  const now = (): number => system.now() + aheadMs;
  return {
    standing: false,
    now,
    moveTo(nextMs) {
      const forwardMs = nextMs - now();
      if (forwardMs < 0) {
        return false;
      }
      aheadMs += forwardMs;
      return true;
    },
  };
}

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;
export const MINUTES_PER_DAY = 1_440;

/** Days since 1970-01-01 of a moment (Unix ms). */
export function dayNumberAt(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

/** `YYYY-MM-DD` of a day number. */
export function dateOfDay(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}

export function dayOfDate(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    return undefined;
  }
  const startMs = Date.parse(`${date}T00:00:00.000Z`);
  // Engines roll some impossible dates over to the next month; the round trip detects them.
  return Number.isNaN(startMs) || dateOfDay(startMs / DAY_MS) !== date ? undefined : startMs / DAY_MS;
}

/** platform-api.md, Limits: "history start: data from 2026-01-14 (UTC)". */
export const HISTORY_START_DAY = Date.UTC(2026, 0, 14) / DAY_MS;

/** The clock's limit in days after the history's start, which bounds every table by day. */
export const HISTORY_DAYS_MAX = 3_653;

/** The first integer in [from, until) for which a monotone predicate holds; `until` when none. Bisects. */
export function firstWhere(from: number, until: number, holds: (at: number) => boolean): number {
  let low = from;
  let high = until;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
