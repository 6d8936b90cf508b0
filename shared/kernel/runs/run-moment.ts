/** Correct clocks differ by less. */
const clocksDifferMsMax = 60_000;

/** Returns why a run cannot have a moment. Both in Unix milliseconds. A future moment would block earlier runs. */
export function aheadOfClock(atMs: number, nowMs: number, toleranceMs = clocksDifferMsMax): string | undefined {
  if (atMs - nowMs <= toleranceMs) {
    return undefined;
  }
  const [at, now] = [new Date(atMs).toISOString(), new Date(nowMs).toISOString()];
  return `${at} is ahead of the clock; a run is as of now, which is ${now}, or of an earlier moment`;
}
