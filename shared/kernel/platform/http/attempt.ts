import { printableText } from '../../texts/printable-text.ts';
import type { PlatformErrorKind } from '../platform-error.ts';
import {
  BodyTooLargeError,
  jsonOf,
  NotJsonError,
  parseJson,
  readBody,
  readStreamed,
  type StreamedRows,
} from './answer/body.ts';
import { secretScrubber, type SecretScrubber } from './answer/secret-scrubber.ts';
import { shownWords } from './answer/shown-words.ts';
import { safeCause, transportFailure } from './transport-failure.ts';

const ERROR_BODY_BYTES_MAX = 64 * 1024;
const requestIdShape = /^[\w.:-]{1,64}$/u;

interface ErrorWords {
  readonly title?: string;
  readonly detail?: string;
  readonly requestId?: string;
}

/**
 * Reads `title`, `detail` and `requestId` from an error body. They are documented for analytics only (section
 * "Errors"); other endpoints' fields of these names are read too, nothing else.
 */
async function errorWords(response: Response, scrubber: SecretScrubber): Promise<ErrorWords> {
  const body = await errorBody(response);
  return {
    ...wordOf(body, 'title', scrubber),
    ...wordOf(body, 'detail', scrubber),
    ...requestIdOf(body, scrubber),
  };
}

async function errorBody(response: Response): Promise<object> {
  try {
    const json = parseJson(await readBody(response, ERROR_BODY_BYTES_MAX));
    return typeof json === 'object' && json !== null ? json : {};
  } catch {
    // The status alone decides the next step; an unreadable body does not matter.
    return {};
  }
}

function wordOf(body: object, name: 'title' | 'detail', scrubber: SecretScrubber): ErrorWords {
  const value = textAt(body, name);
  return value === undefined ? {} : { [name]: shownWords(scrubber.text(value)) };
}

/** Random, and needed by the platform's support: ignored in any other shape. */
function requestIdOf(body: object, scrubber: SecretScrubber): ErrorWords {
  const value = textAt(body, 'requestId');
  return value !== undefined && requestIdShape.test(value) ? { requestId: scrubber.text(value) } : {};
}

function textAt(body: object, name: keyof ErrorWords): string | undefined {
  const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

export interface AttemptFailure {
  readonly kind: PlatformErrorKind;
  /** A write may have taken effect. */
  readonly mayHaveHappened: boolean;
  readonly status?: number | undefined;
  readonly problem?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: string | undefined;
  readonly date?: string | undefined;
  readonly cause?: unknown;
}

/** The failure kind of a status; undefined for success. */
function failureKindOf(status: number): PlatformErrorKind | undefined {
  if (status >= 200 && status < 300) {
    return undefined;
  }
  if (status < 400) {
    return 'redirect';
  }
  return KIND_OF_STATUS[status] ?? (status >= 500 ? 'server' : 'refused');
}

const KIND_OF_STATUS: Readonly<Record<number, PlatformErrorKind>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  429: 'rate-limited',
};

/** A clear refusal had no effect. After 408, 3xx or 5xx that is unknown. */
function statusMeansRefused(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408;
}

interface AttemptRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string | undefined;
  readonly key: string;
  readonly timeoutMs: number;
  readonly bodyBytesMax: number;
  readonly streamedBytesMax: number;
  /** Rows read as they arrive; the rest of the answer is held. */
  readonly rows: StreamedRows | undefined;
  readonly signal: AbortSignal | undefined;
}

export type AttemptResult =
  | { readonly kind: 'answered'; readonly json: unknown }
  | { readonly kind: 'failed'; readonly failure: AttemptFailure };

/** Sends one request and reads its answer. Never throws: every failure is in the result, scrubbed of the key. */
export async function attempt(fetch: typeof globalThis.fetch, request: AttemptRequest): Promise<AttemptResult> {
  const scrubber = secretScrubber(request.key);
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), request.timeoutMs);
  const signals = request.signal === undefined ? [timer.signal] : [timer.signal, request.signal];
  try {
    const response = await fetch(request.url, requestInit(request, AbortSignal.any(signals)));
    return await readAnswer(response, request, scrubber);
  } catch (error) {
    return failed(interruption(error, request, timer.signal) ?? disconnection(error, scrubber));
  } finally {
    clearTimeout(timeout);
  }
}

function requestInit(request: AttemptRequest, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `Bearer ${request.key}`,
    'user-agent': 'curfew',
  };
  if (request.body !== undefined) {
    headers['content-type'] = 'application/json';
  }
  // Redirects are not followed: they could carry the key to another host.
  return { method: request.method, headers, body: request.body ?? null, redirect: 'manual', signal };
}

async function readAnswer(
  response: Response,
  request: AttemptRequest,
  scrubber: SecretScrubber,
): Promise<AttemptResult> {
  const kind = failureKindOf(response.status);
  if (kind === 'redirect') {
    await response.body?.cancel();
    return failed({
      kind,
      mayHaveHappened: true,
      status: response.status,
      problem: redirectProblem(response, request.url),
    });
  }
  if (kind !== undefined) {
    return failed({
      kind,
      mayHaveHappened: !statusMeansRefused(response.status),
      status: response.status,
      ...(await errorWords(response, scrubber)),
      retryAfter: response.headers.get('retry-after') ?? undefined,
      date: response.headers.get('date') ?? undefined,
    });
  }
  try {
    return { kind: 'answered', json: await readJson(response, request, scrubber) };
  } catch (error) {
    if (!(error instanceof NotJsonError)) {
      throw error;
    }
    const type = printableText(scrubber.text(response.headers.get('content-type') ?? 'no content type'), 60);
    const problem = error.isEmpty ? 'the body is empty' : `the body is not valid JSON (${type})`;
    return failed({ kind: 'malformed', mayHaveHappened: true, status: response.status, problem });
  }
}

async function readJson(response: Response, request: AttemptRequest, scrubber: SecretScrubber): Promise<unknown> {
  const { rows, bodyBytesMax, streamedBytesMax } = request;
  return rows === undefined
    ? jsonOf(scrubber.body(await readBody(response, bodyBytesMax)))
    : readStreamed(response, rows, { scrubber, bytesMax: streamedBytesMax, heldBytesMax: bodyBytesMax });
}

function redirectProblem(response: Response, from: URL): string {
  const location = response.headers.get('location');
  const target = location !== null && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  // Only the host: a path or query may repeat what was sent.
  return target === undefined
    ? 'a redirect was refused'
    : `a redirect to ${printableText(target.host, 260)} was refused`;
}

function interruption(error: unknown, request: AttemptRequest, timer: AbortSignal): AttemptFailure | undefined {
  if (request.signal?.aborted === true) {
    return { kind: 'aborted', mayHaveHappened: true, problem: 'the caller stopped it' };
  }
  if (timer.aborted) {
    return { kind: 'timeout', mayHaveHappened: true, problem: `no whole answer within ${request.timeoutMs} ms` };
  }
  return error instanceof BodyTooLargeError
    ? { kind: 'too-large', mayHaveHappened: true, problem: error.message }
    : undefined;
}

function disconnection(error: unknown, scrubber: SecretScrubber): AttemptFailure {
  const { kind, neverReceived, code } = transportFailure(error);
  const problem =
    code === undefined ? 'the connection failed' : `the connection failed with ${printableText(code, 60)}`;
  return { kind, mayHaveHappened: !neverReceived, problem, cause: safeCause(error, scrubber) };
}

function failed(failure: AttemptFailure): AttemptResult {
  return { kind: 'failed', failure };
}
