/** How many calls of one caller are taken: so many at once, and then so many a second. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Takes a call of a caller at a moment (Unix milliseconds): 0, or the seconds after which to ask again. */
export type Rates = (caller: string, nowMs: number) => number;

/** Callers that are remembered; who has not called for long has their whole burst again. */
const callersMax = 1_000;

export function newRates({ perSecond, burst }: Rate): Rates {
  const left = new Map<string, { readonly calls: number; readonly atMs: number }>();
  return (caller, nowMs) => {
    const { calls: before, atMs } = left.get(caller) ?? { calls: burst, atMs: nowMs };
    // A clock that goes back gives nobody anything, and takes nothing.
    const calls = Math.min(burst, before + (Math.max(0, nowMs - atMs) / 1_000) * perSecond);
    const isTaken = calls >= 1;
    left.delete(caller);
    left.set(caller, { calls: isTaken ? calls - 1 : calls, atMs: nowMs });
    const [longest] = left.keys();
    if (left.size > callersMax && longest !== undefined) {
      left.delete(longest);
    }
    return isTaken ? 0 : Math.max(1, Math.ceil((1 - calls) / perSecond));
  };
}
