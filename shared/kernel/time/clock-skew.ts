/** A `Date` header has whole seconds: its clock may be further ahead by this much. */
const dateResolutionMs = 1_000;

/**
 * Returns by how many milliseconds the clock of a `Date` header is certainly ahead of this machine's; negative when
 * behind. 0 if the duration of the call and the header's resolution explain the difference. Undefined without a valid
 * date header.
 */
export function clockSkew(
  date: string | null | undefined,
  { sentMs, receivedMs }: { readonly sentMs: number; readonly receivedMs: number },
): number | undefined {
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

/** The platform's clock: milliseconds by which it is ahead, negative when behind; absent if unknown. */
export interface ReadSkew {
  readonly skewMs?: number;
  readonly clockOffMs?: number;
  readonly isCompared: boolean;
}

/** How far the platform's clock may differ from this machine's, in milliseconds of 0 or more. */
export interface ClockDoubt {
  readonly earlierMs: number;
  readonly laterMs: number;
}

/** Returns the allowance between two clocks: the tolerance in both directions, or a larger measured difference. */
export function clockDoubt(skewMs = 0, toleranceMs = 0): ClockDoubt {
  return { earlierMs: Math.max(toleranceMs, -skewMs), laterMs: Math.max(toleranceMs, skewMs) };
}

/** Whether two clocks differ by more than the tolerance; false if unknown. */
export function isBeyond(skewMs: number | undefined, toleranceMs: number): skewMs is number {
  return skewMs !== undefined && Math.abs(skewMs) > toleranceMs;
}

export function describeClockSkew(skewMs: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(skewMs) / 60_000));
  const span = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  const side = skewMs > 0 ? 'behind' : 'ahead of';
  return `The clock of this machine is ${span} ${side} the platform’s: correct it. Until then, limits near the turn of a window stay within both windows`;
}
