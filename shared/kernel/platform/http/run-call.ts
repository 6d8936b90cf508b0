import type { PlatformPurpose } from '../../contract/platform-environment.ts';
import { PlatformError } from '../platform-error.ts';
import { describeIssue } from '../reading/field-problem.ts';
import { createFindings, type Findings } from '../reading/findings.ts';
import { countUnknownFields } from '../reading/unknown-fields.ts';
import { secretScrubber } from './answer/secret-scrubber.ts';
import { attempt, type AttemptResult, type AttemptFailure } from './attempt.ts';
import { type BearerKey, KeyUnusableError } from './bearer-key.ts';
import type { Answer, PlatformCall, PlatformClock, PlatformHttpOptions } from './call.ts';
import { type Endpoint, endpointName, endpointUrl } from './endpoint.ts';
import type { PlatformLimits } from './limits.ts';
import { type CallProgress, nextStep, retryAfterMs } from './next-step.ts';
import type { PlatformLogger } from './platform-event.ts';
import { safeCause } from './transport-failure.ts';

export interface HttpContext {
  readonly options: PlatformHttpOptions;
  readonly limits: PlatformLimits;
  readonly logger: PlatformLogger;
  readonly keyOf: (purpose: PlatformPurpose) => BearerKey;
  readonly roots: Readonly<Record<Endpoint['host'], URL>>;
}

/** The state of a running call; only `runCall` changes it. */
interface CallState {
  attempts: number;
  malformedAnswers: number;
  keyReadAgain: boolean;
  mayHaveHappened: boolean;
  key: string;
}

/** Runs one call to its end: attempts, waits, key renewal, and parsing. */
export async function runCall<T>(http: HttpContext, call: PlatformCall<T>): Promise<Answer<T>> {
  const url = endpointUrl(call.endpoint, http.roots[call.endpoint.host], call.target ?? {});
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const deadlineMs = http.options.clock.now() + http.limits.callTimeoutMs;
  const state: CallState = {
    attempts: 0,
    malformedAnswers: 0,
    keyReadAgain: false,
    mayHaveHappened: false,
    key: '',
  };
  state.key = await keyFor(call, state, keyOf(http, call).current());
  // Ends: `nextStep` gives up after at most attemptsMax + 1 attempts.
  for (;;) {
    stopIfAborted(call, state);
    // Of this attempt alone: a failed one's findings do not count.
    const findings = createFindings(endpointName(call.endpoint), http.logger);
    const { rows } = call;
    const result = await attempt(http.options.fetch, {
      method: call.endpoint.method,
      url,
      body,
      key: state.key,
      timeoutMs: Math.max(1, Math.min(http.limits.attemptTimeoutMs, deadlineMs - http.options.clock.now())),
      bodyBytesMax: http.limits.bodyBytesMax,
      streamedBytesMax: http.limits.streamedBytesMax,
      rows: rows && { path: rows.path, read: (row, place) => rows.read(row, place, findings) },
      signal: call.signal,
    });
    state.attempts += 1;
    const reading = readResult(call, { result, findings, attempts: state.attempts });
    if (reading.kind === 'answered') {
      return reading.answer;
    }
    await recover(http, call, { failure: reading.failure, state, deadlineMs });
  }
}

type Reading<T> =
  | { readonly kind: 'answered'; readonly answer: Answer<T> }
  | { readonly kind: 'failed'; readonly failure: AttemptFailure };

function readResult<T>(
  call: PlatformCall<T>,
  {
    result,
    findings,
    attempts,
  }: { readonly result: AttemptResult; readonly findings: Findings; readonly attempts: number },
): Reading<T> {
  if (result.kind === 'failed') {
    return result;
  }
  const parsed = call.schema.safeParse(result.json);
  if (!parsed.success) {
    const problem = `the answer is not as documented: ${describeIssue(parsed.error.issues[0])}`;
    return { kind: 'failed', failure: { kind: 'malformed', mayHaveHappened: true, problem } };
  }
  countUnknownFields(call.schema, result.json, { path: '', count: findings.countUnknown });
  const malformed = (problem: string): PlatformError =>
    new PlatformError({
      kind: 'malformed',
      endpoint: endpointName(call.endpoint),
      attempts,
      outcomeUnknown: call.endpoint.method !== 'GET',
      problem,
    });
  return { kind: 'answered', answer: { value: parsed.data, findings, malformed } };
}

/** Prepares the next attempt, or throws the call's failure. */
async function recover(
  http: HttpContext,
  call: PlatformCall<unknown>,
  {
    failure,
    state,
    deadlineMs,
  }: { readonly failure: AttemptFailure; readonly state: CallState; readonly deadlineMs: number },
): Promise<void> {
  state.malformedAnswers += failure.kind === 'malformed' ? 1 : 0;
  // A later refusal does not undo an attempt that may have taken effect.
  state.mayHaveHappened ||= failure.mayHaveHappened;
  const nowMs = http.options.clock.now();
  const progress: CallProgress = { ...state, idempotent: call.endpoint.idempotent, nowMs, deadlineMs };
  const step = nextStep(failure, progress, { limits: http.limits, random: http.options.random });
  const endpoint = endpointName(call.endpoint);
  switch (step.kind) {
    case 'give-up':
      throw callFailure(call, state, { ...failure, retryAfterMs: retryAfterMs({ ...failure, nowMs }) });
    case 'read-key-again':
      http.logger({ kind: 'key-read-again', endpoint, status: failure.status });
      state.keyReadAgain = true;
      state.key = await keyFor(call, state, keyOf(http, call).afterRefusal(state.key));
      return;
    case 'wait':
      http.logger({
        kind: 'retrying',
        endpoint,
        attempt: state.attempts,
        failure: failure.kind,
        status: failure.status,
        delayMs: step.delayMs,
      });
      await pause(http.options.clock, step.delayMs, call.signal);
  }
}

async function pause(clock: PlatformClock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await clock.sleep(delayMs, signal);
  } catch (error) {
    // An aborted sleep is reported by `stopIfAborted` before the next attempt.
    if (signal?.aborted !== true) {
      throw error;
    }
  }
}

function stopIfAborted(call: PlatformCall<unknown>, state: CallState): void {
  if (call.signal?.aborted === true) {
    throw callFailure(call, state, { kind: 'aborted', mayHaveHappened: false, problem: 'the caller stopped it' });
  }
}

function keyOf(http: HttpContext, { endpoint }: PlatformCall<unknown>): BearerKey {
  return http.keyOf(endpoint.purpose ?? 'reading');
}

async function keyFor(call: PlatformCall<unknown>, state: CallState, reading: Promise<string>): Promise<string> {
  try {
    return await reading;
  } catch (error) {
    const reason = error instanceof KeyUnusableError ? error.message : 'the key could not be read';
    throw callFailure(call, state, {
      kind: 'key',
      mayHaveHappened: false,
      problem: reason,
      cause: safeCause(error, secretScrubber('')),
    });
  }
}

function callFailure(
  call: PlatformCall<unknown>,
  state: CallState,
  failure: AttemptFailure & { readonly retryAfterMs?: number | undefined },
): PlatformError {
  return new PlatformError({
    ...failure,
    endpoint: endpointName(call.endpoint),
    attempts: state.attempts,
    outcomeUnknown: call.endpoint.method !== 'GET' && state.mayHaveHappened,
  });
}
