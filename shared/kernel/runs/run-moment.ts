/** Two clocks that are both right differ by less. */
const clocksDifferMsMax = 60_000;

/**
 * Why no run can be as of a moment; undefined where one can. Both in Unix milliseconds. A run as of a later moment would
 * hold every run after it until that moment has come.
 */
export function aheadOfClock(atMs: number, nowMs: number, toleranceMs = clocksDifferMsMax): string | undefined {
  if (atMs - nowMs <= toleranceMs) {
    return undefined;
  }
  const [at, now] = [new Date(atMs).toISOString(), new Date(nowMs).toISOString()];
  return `${at} is ahead of the clock; a run is as of now, which is ${now}, or of an earlier moment`;
}
