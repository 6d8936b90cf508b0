/** The platform's idea of now, in Unix milliseconds. */
export interface SimClock {
  now(): number;
}

/** A clock that can be moved on from outside (`POST /__sim/clock`), never back. */
export interface MovableClock extends SimClock {
  /** True for a manual clock, which moves only on request. */
  readonly standing: boolean;
  /** Moves to a moment (Unix ms). A moment before `now()` is refused with false; nothing changes then. */
  moveTo(nowMs: number): boolean;
}

/** A clock that stays at `startMs` until it is moved. */
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

/** A clock that runs along with another one, and goes on running from wherever it is moved to. */
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
