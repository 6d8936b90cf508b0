import type { AttemptFailure } from './attempt.ts';
import { RETRY_DELAY_MS_MAX, type PlatformLimits } from './limits.ts';

const BACKOFF_BASE_MS = 500;
const BACKOFF_MAX_MS = 20_000;
const SPREAD_MS = 250;

interface RetryCircumstances {
  /** The answer's `Retry-After` header. */
  readonly retryAfter?: string | undefined;
  /** The answer's `Date` header: the platform's clock, the reference for its dates. */
  readonly date?: string | undefined;
  readonly nowMs: number;
  /** In [0, 1). */
  readonly random: () => number;
}

/**
 * The wait after attempt `attempt` (1 is the first), in milliseconds.
 * Waits as long as the platform asks, plus jitter so that clients do not return in step; otherwise exponential backoff,
 * half of it random. At most `RETRY_DELAY_MS_MAX`: a mistaken date must not stop a night, and asking too early costs
 * one more refusal.
 */
export function retryDelayMs(attempt: number, circumstances: RetryCircumstances): number {
  const askedMs = retryAfterMs(circumstances);
  // A requested wait of zero would use up every attempt within a second.
  if (askedMs !== undefined && askedMs > 0) {
    return Math.min(RETRY_DELAY_MS_MAX, Math.round(askedMs + circumstances.random() * SPREAD_MS));
  }
  const ceilingMs = Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** (attempt - 1));
  return Math.round((ceilingMs / 2) * (1 + circumstances.random()));
}

/** The wait requested by `Retry-After` (seconds or an HTTP date); undefined when absent, past or invalid. */
export function retryAfterMs({ retryAfter, date, nowMs }: Omit<RetryCircumstances, 'random'>): number | undefined {
  const wish = retryAfter?.trim();
  if (wish === undefined || wish === '') {
    return undefined;
  }
  if (/^\d{1,12}$/.test(wish)) {
    return Number(wish) * 1000;
  }
  const untilMs = httpDateMs(wish);
  // The two clocks may differ by hours; the platform's Date header is the reference.
  const askedMs = untilMs === undefined ? undefined : untilMs - (httpDateMs(date) ?? nowMs);
  return askedMs !== undefined && askedMs > 0 ? askedMs : undefined;
}

function httpDateMs(text: string | undefined): number | undefined {
  // Date.parse accepts nearly anything ("-5" is the year 2001), so only text that starts like an HTTP date is passed
  // on.
  if (text === undefined || !/^[A-Za-z]{3,9},? /.test(text)) {
    return undefined;
  }
  // The oldest of the three HTTP date forms names no zone and means GMT, where Date.parse would assume local time.
  const ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

export interface CallProgress {
  readonly attempts: number;
  readonly malformedAnswers: number;
  readonly keyReadAgain: boolean;
  readonly idempotent: boolean;
  readonly nowMs: number;
  readonly deadlineMs: number;
}

type NextStep =
  | { readonly kind: 'give-up' }
  | { readonly kind: 'read-key-again' }
  | { readonly kind: 'wait'; readonly delayMs: number };

/**
 * Decides what follows a failed attempt. Pure except for the random source.
 * 401 and 403: the key is read again once per call and the request sent once more, even with the same key (a refused
 * request had no effect, and a rotation may reach the platform later than us). 408, 429, 5xx and network failures are
 * retried; a write that is not idempotent only when it certainly had no effect.
 */
export function nextStep(
  failure: AttemptFailure,
  progress: CallProgress,
  rules: { readonly limits: PlatformLimits; readonly random: () => number },
): NextStep {
  if (failure.kind === 'unauthorized' || failure.kind === 'forbidden') {
    return progress.keyReadAgain ? { kind: 'give-up' } : { kind: 'read-key-again' };
  }
  if (!mayRepeat(failure, progress, rules.limits)) {
    return { kind: 'give-up' };
  }
  const delayMs = retryDelayMs(progress.attempts, { ...failure, nowMs: progress.nowMs, random: rules.random });
  const mayWait = delayMs <= rules.limits.waitMsMax && progress.nowMs + delayMs < progress.deadlineMs;
  return mayWait ? { kind: 'wait', delayMs } : { kind: 'give-up' };
}

function mayRepeat(failure: AttemptFailure, progress: CallProgress, limits: PlatformLimits): boolean {
  // The repeat after a refused key is not counted.
  const attemptsAllowed = limits.attemptsMax + (progress.keyReadAgain ? 1 : 0);
  if (progress.attempts >= attemptsAllowed || (failure.mayHaveHappened && !progress.idempotent)) {
    return false;
  }
  switch (failure.kind) {
    case 'rate-limited':
    case 'server':
    case 'timeout':
    case 'network':
      return true;
    case 'malformed':
      return progress.malformedAnswers <= limits.malformedRepeatsMax;
    case 'bad-request':
    case 'unauthorized':
    case 'forbidden':
    case 'not-found':
    case 'refused':
    case 'tls':
    case 'redirect':
    case 'too-large':
    case 'paging':
    case 'key':
    case 'aborted':
      return false;
  }
}
