import type { PlatformHttpOptions } from '../../../../shared/kernel/platform/http/call.ts';
import type { PlatformEvent } from '../../../../shared/kernel/platform/http/platform-event.ts';

/** What the scripted platform does with one request. */
export type ScriptedAnswer = Response | Error | ((request: SeenRequest) => Promise<Response>);

interface SeenRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | null;
  readonly headers: Headers;
  readonly body: unknown;
  readonly redirect: RequestInit['redirect'];
  readonly signal: AbortSignal | undefined;
}

interface ScriptedPlatform {
  readonly options: PlatformHttpOptions;
  readonly requests: SeenRequest[];
  readonly sleepsMs: number[];
  readonly events: PlatformEvent[];
  /** Moves the clock. */
  advance(ms: number): void;
}

export const KEY = 'key-3f9c2a71d5';
export const NOW_MS = Date.parse('2026-03-15T12:00:00Z');

/** A platform that gives the answers in turn and refuses to be asked more often. Sleeping moves its clock at once. */
export function scriptedPlatform(
  answers: readonly ScriptedAnswer[],
  overrides: Partial<PlatformHttpOptions> = {},
): ScriptedPlatform {
  const left = [...answers];
  const requests: SeenRequest[] = [];
  const sleepsMs: number[] = [];
  const events: PlatformEvent[] = [];
  let nowMs = NOW_MS;
  const options: PlatformHttpOptions = {
    baseUrl: 'https://platform.example.com',
    appUrl: 'https://app.example.com',
    readKey: async () => KEY,
    fetch: async (input, init) => {
      const request = seenRequest(input, init);
      requests.push(request);
      const answer = left.shift();
      if (answer === undefined) {
        throw new Error('the script has no answer left');
      }
      if (answer instanceof Error) {
        throw answer;
      }
      return typeof answer === 'function' ? answer(request) : answer;
    },
    clock: {
      now: () => nowMs,
      sleep: async (ms) => {
        sleepsMs.push(ms);
        nowMs += ms;
      },
    },
    random: () => 0,
    logger: (event) => events.push(event),
    ...overrides,
  };
  return { options, requests, sleepsMs, events, advance: (ms) => void (nowMs += ms) };
}

function seenRequest(input: string | URL | Request, init: RequestInit | undefined): SeenRequest {
  const headers = new Headers(init?.headers);
  return {
    method: init?.method ?? 'GET',
    url: new URL(input instanceof Request ? input.url : input),
    authorization: headers.get('authorization'),
    headers,
    body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    redirect: init?.redirect,
    signal: init?.signal ?? undefined,
  };
}

export function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init });
}

export function status(code: number, headers: Record<string, string> = {}): Response {
  return new Response('{}', { status: code, headers });
}

/** What `fetch` throws when the system reports `code`. */
export function networkError(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) });
}

/** The error a promise is rejected with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('was expected to be rejected');
    },
    (error: unknown) => error,
  );
}

export async function allPages<T>(iterator: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(iterator);
}
