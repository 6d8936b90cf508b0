import { describe, expect, test } from 'vitest';

import type { AttemptFailure } from '../../../../../shared/kernel/platform/http/attempt.ts';
import { DEFAULT_LIMITS } from '../../../../../shared/kernel/platform/http/limits.ts';
import { type CallProgress, nextStep } from '../../../../../shared/kernel/platform/http/next-step.ts';

const rules = { limits: DEFAULT_LIMITS, random: () => 0 };
const afterFirst: CallProgress = {
  attempts: 1,
  malformedAnswers: 0,
  keyReadAgain: false,
  idempotent: true,
  nowMs: 0,
  deadlineMs: 240_000,
};

describe('nextStep', () => {
  test.each(['rate-limited', 'server', 'timeout', 'network', 'malformed'] as const)('repeats after %s', (kind) => {
    expect(nextStep({ kind, mayHaveHappened: true }, afterFirst, rules)).toEqual({ kind: 'wait', delayMs: 250 });
  });

  test.each(['bad-request', 'not-found', 'refused', 'tls', 'redirect', 'too-large', 'aborted'] as const)(
    'gives up after %s',
    (kind) => {
      expect(nextStep({ kind, mayHaveHappened: false }, afterFirst, rules)).toEqual({ kind: 'give-up' });
    },
  );

  test.each(['unauthorized', 'forbidden'] as const)('reads the key again once after %s', (kind) => {
    const failure: AttemptFailure = { kind, mayHaveHappened: false };

    expect(nextStep(failure, afterFirst, rules)).toEqual({ kind: 'read-key-again' });
    expect(nextStep(failure, { ...afterFirst, keyReadAgain: true }, rules)).toEqual({ kind: 'give-up' });
  });

  test('gives up after the last attempt, not counting the one lost to a refused key', () => {
    const failure: AttemptFailure = { kind: 'server', mayHaveHappened: true };

    expect(nextStep(failure, { ...afterFirst, attempts: 5 }, rules).kind).toBe('wait');
    expect(nextStep(failure, { ...afterFirst, attempts: 6 }, rules).kind).toBe('give-up');
    expect(nextStep(failure, { ...afterFirst, attempts: 6, keyReadAgain: true }, rules).kind).toBe('wait');
    expect(nextStep(failure, { ...afterFirst, attempts: 7, keyReadAgain: true }, rules).kind).toBe('give-up');
  });

  test('gives up when the wait would end after the deadline', () => {
    const failure: AttemptFailure = { kind: 'rate-limited', mayHaveHappened: false, retryAfter: '30' };

    expect(nextStep(failure, { ...afterFirst, deadlineMs: 30_000 }, rules).kind).toBe('give-up');
    expect(nextStep(failure, { ...afterFirst, deadlineMs: 30_001 }, rules).kind).toBe('wait');
  });

  test('a write that is not idempotent is repeated only when it was certainly not carried out', () => {
    const once: CallProgress = { ...afterFirst, idempotent: false };

    expect(nextStep({ kind: 'network', mayHaveHappened: true }, once, rules).kind).toBe('give-up');
    expect(nextStep({ kind: 'server', mayHaveHappened: true }, once, rules).kind).toBe('give-up');
    expect(nextStep({ kind: 'network', mayHaveHappened: false }, once, rules).kind).toBe('wait');
    expect(nextStep({ kind: 'rate-limited', mayHaveHappened: false }, once, rules).kind).toBe('wait');
  });
});
