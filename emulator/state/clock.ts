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
