/** How often somebody may call: so many at once, and so many a second on the whole. */
export interface CallRate {
  readonly burst: number;
  readonly perSecond: number;
}

/** What somebody has left to call. */
export interface CallAllowance {
  readonly calls: number;
  /** As of when, in Unix milliseconds. */
  readonly atMs: number;
}

/** The allowance after one more call; undefined when there is none left for it. */
export function allowCall(before: CallAllowance | undefined, nowMs: number, rate: CallRate): CallAllowance | undefined {
  const gained = before === undefined ? rate.burst : (Math.max(0, nowMs - before.atMs) / 1_000) * rate.perSecond;
  const calls = Math.min(rate.burst, (before?.calls ?? 0) + gained);
  return calls < 1 ? undefined : { calls: calls - 1, atMs: nowMs };
}
