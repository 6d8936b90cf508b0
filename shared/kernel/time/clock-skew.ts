/** When a call was on its way, by the clock of this machine. Unix milliseconds. */
interface CallTimes {
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** A `Date` header has whole seconds: the clock that wrote it may be so much further on, in milliseconds. */
const dateResolutionMs = 1_000;

/**
 * By how many milliseconds the clock that wrote a `Date` header is surely ahead of this machine's; negative when it is
 * behind. The time that the call took and the header's whole seconds explain the rest: 0 when they explain all of it.
 * Undefined without a header that is a date: then nothing is known.
 */
export function clockSkew(date: string | null | undefined, { sentMs, receivedMs }: CallTimes): number | undefined {
  const dateMs = Date.parse(date ?? '');
  if (Number.isNaN(dateMs)) {
    return undefined;
  }
  const leastMs = dateMs - receivedMs;
  const mostMs = dateMs + dateResolutionMs - sentMs;
  if (leastMs > 0) {
    return leastMs;
  }
  return mostMs < 0 ? mostMs : 0;
}

/** What the platform's clock says. Milliseconds by which it is ahead, negative when behind; absent when nothing tells. */
export interface ReadSkew {
  /** Against the moment of the run. */
  readonly skewMs?: number;
  /** Against the clock of this machine, beyond what is tolerated. */
  readonly clockOffMs?: number;
  readonly isCompared: boolean;
}

/** How far the platform's clock may be from this machine's, in milliseconds of 0 or more. */
export interface ClockDoubt {
  /** So much earlier it may be on the platform. */
  readonly earlierMs: number;
  /** So much later. */
  readonly laterMs: number;
}

/** What to allow for between two clocks: the tolerance either way, or a measured difference that is larger. */
export function clockDoubt(skewMs = 0, toleranceMs = 0): ClockDoubt {
  return { earlierMs: Math.max(toleranceMs, -skewMs), laterMs: Math.max(toleranceMs, skewMs) };
}

/** Whether two clocks differ by more than is tolerated; not while nothing is known. */
export function isBeyond(skewMs: number | undefined, toleranceMs: number): skewMs is number {
  return skewMs !== undefined && Math.abs(skewMs) > toleranceMs;
}

/** Says which clock is off, by how much, and what to do. */
export function describeClockSkew(skewMs: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(skewMs) / 60_000));
  const span = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  const side = skewMs > 0 ? 'behind' : 'ahead of';
  return `The clock of this machine is ${span} ${side} the platform’s: correct it. Until then, limits near the turn of a window stay within both windows`;
}
