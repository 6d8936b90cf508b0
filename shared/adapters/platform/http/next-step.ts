import type { AttemptFailure } from './attempt.ts';
import { RETRY_DELAY_MS_MAX, type PlatformLimits } from './limits.ts';

const BACKOFF_BASE_MS = 500;
const BACKOFF_MAX_MS = 20_000;
const SPREAD_MS = 250;

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

/** What a call has been through so far. */
export interface CallProgress {
  /** Attempts made, the one that has just failed included. */
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

interface RetryRules {
  readonly limits: PlatformLimits;
  readonly random: () => number;
}

/**
 * Decides what follows a failed attempt. Pure but for the random source.
 *
 * 401 and 403: the key is read again once per call and the request is sent once more, even when the key reads the same
 * (a refused request was not carried out, and a rotation may reach the platform later than us). 408, 429, 5xx and
 * network failures are repeated; a write that is not idempotent only when it was certainly not carried out.
 */
export function nextStep(failure: AttemptFailure, progress: CallProgress, rules: RetryRules): NextStep {
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
  // The repeat after a refused key is not one of the attempts that the limit is about.
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
