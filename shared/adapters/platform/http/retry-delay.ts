const BACKOFF_BASE_MS = 500;
const BACKOFF_MAX_MS = 20_000;
const SPREAD_MS = 250;

/** No wait between two attempts is longer, whatever the platform asks for. */
export const RETRY_DELAY_MS_MAX = 60_000;

interface RetryCircumstances {
  /** The answer's `Retry-After` header, when there was one. */
  readonly retryAfter?: string | undefined;
  /** The answer's `Date` header: the platform's own clock, against which its dates are to be read. */
  readonly date?: string | undefined;
  readonly nowMs: number;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
}

/**
 * How long to wait after attempt number `attempt` (1 is the first), in milliseconds.
 *
 * What the platform asks for is waited for, plus a little spread so that clients do not come back in step. Without a
 * usable wish it is exponential backoff, half of it random. A wish beyond `RETRY_DELAY_MS_MAX` is cut to that: a
 * mistaken date must not stop a night, and asking too early costs one more refusal.
 */
export function retryDelayMs(attempt: number, circumstances: RetryCircumstances): number {
  const askedMs = retryAfterMs(circumstances);
  // A wish of no wait at all would spend every attempt within a second.
  if (askedMs !== undefined && askedMs > 0) {
    return Math.min(RETRY_DELAY_MS_MAX, Math.round(askedMs + circumstances.random() * SPREAD_MS));
  }
  const ceilingMs = Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** (attempt - 1));
  return Math.round((ceilingMs / 2) * (1 + circumstances.random()));
}

/** The wait that `Retry-After` asks for (seconds or an HTTP date), or undefined when it is absent, past or nonsense. */
export function retryAfterMs({ retryAfter, date, nowMs }: Omit<RetryCircumstances, 'random'>): number | undefined {
  const wish = retryAfter?.trim();
  if (wish === undefined || wish === '') {
    return undefined;
  }
  if (/^\d{1,12}$/.test(wish)) {
    return Number(wish) * 1000;
  }
  const untilMs = httpDateMs(wish);
  // The two clocks may differ by hours; the platform's own Date header is the reference for its dates.
  const askedMs = untilMs === undefined ? undefined : untilMs - (httpDateMs(date) ?? nowMs);
  return askedMs !== undefined && askedMs > 0 ? askedMs : undefined;
}

function httpDateMs(text: string | undefined): number | undefined {
  // Date.parse takes nearly anything ("-5" is the year 2001), so only what begins like an HTTP date is given to it.
  if (text === undefined || !/^[A-Za-z]{3,9},? /.test(text)) {
    return undefined;
  }
  // The oldest of the three HTTP date forms names no zone and means GMT, where Date.parse would assume local time.
  const ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}
