import type { Clock } from '../../shared/kernel/runs/ports.ts';

/** A clock that stands still until it is moved. */
export interface VirtualClock extends Clock {
  moveTo(instant: string | number): void;
  moveBy(durationMs: number): void;
}

export function virtualClock(startMs: number): VirtualClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    moveTo(instant) {
      nowMs = typeof instant === 'number' ? instant : Date.parse(instant);
    },
    moveBy(durationMs) {
      nowMs += durationMs;
    },
  };
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
