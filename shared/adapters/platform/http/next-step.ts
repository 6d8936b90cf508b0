import type { AttemptFailure } from './attempt-failure.ts';
import type { PlatformLimits } from './limits.ts';
import { retryDelayMs } from './retry-delay.ts';

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
