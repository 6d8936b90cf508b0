import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import { guardedLookup, RefusedAddressError, refuseLiteral } from './address-guard.ts';

export interface PostOrder {
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer of a receiver, or why there is none. Holds no part of the address. */
export type PostResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: string;
      readonly retryAfter?: string | undefined;
      readonly date?: string | undefined;
    }
  /** The receiver cannot have got it. */
  | { readonly kind: 'not-reached'; readonly code: string }
  | { readonly kind: 'not-allowed'; readonly problem: string }
  /** Whether the receiver got it is open: it was cut, or took too long. */
  | { readonly kind: 'unknown'; readonly code: string };

/** Hands one request to a receiver. Never throws. */
export type Post = (order: PostOrder) => Promise<PostResult>;

const postLimits = { timeMs: 10_000, answerBytes: 16 * 1_024 } as const;

/** Codes of errors before anything was sent. */
export const unreachedCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

interface PostTerms {
  /** Private networks, and http to this machine. */
  readonly allowsPrivate: boolean;
  readonly timeMs?: number;
}

/** Why a receiver cannot have this address; undefined for one that it can have. */
export function addressProblem(
  address: string,
  { allowsPrivate }: { readonly allowsPrivate: boolean },
): string | undefined {
  const url = URL.parse(address);
  if (url === null) {
    return 'is no address; give one that begins with https://';
  }
  if (url.username !== '' || url.password !== '') {
    return 'holds a user name; give an address without one';
  }
  const isLocalHttp = url.protocol === 'http:' && loopback.has(url.hostname) && allowsPrivate;
  if (url.protocol !== 'https:' && !isLocalHttp) {
    return 'does not begin with https://, and nothing else is encrypted';
  }
  try {
    refuseLiteral(url, allowsPrivate);
    return undefined;
  } catch (error) {
    return error instanceof RefusedAddressError ? error.message : 'is no address of a receiver';
  }
}

/** Posts JSON once, over a connection of its own: no redirect is followed, no proxy asked, time and answer are bounded. */
export function poster({ allowsPrivate, timeMs = postLimits.timeMs }: PostTerms): Post {
  return async ({ address, headers, body }) => {
    const problem = addressProblem(address, { allowsPrivate });
    if (problem !== undefined) {
      return { kind: 'not-allowed', problem: `its address ${problem}` };
    }
    return postOnce(new URL(address), { headers: { ...headers, ...headersOf(body) }, body }, { allowsPrivate, timeMs });
  };
}

function headersOf(body: string) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Curfew',
  };
}

async function postOnce(
  url: URL,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  { allowsPrivate, timeMs }: Required<PostTerms>,
): Promise<PostResult> {
  return new Promise((resolve) => {
    let isConnected = false;
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    const asked = start(url, {
      method: 'POST',
      headers,
      agent: false,
      lookup: guardedLookup(allowsPrivate),
      signal: AbortSignal.timeout(timeMs),
    });
    asked.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isConnected = true)),
    );
    asked.on('error', (error) => resolve(failureOf(error, isConnected)));
    asked.on('response', (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const answer = () =>
        resolve({
          kind: 'answered',
          status: response.statusCode ?? 0,
          body: Buffer.concat(parts).toString('utf8'),
          retryAfter: response.headers['retry-after'],
          date: response.headers.date,
        });
      response.on('data', (part: Buffer) => {
        parts.push(part.subarray(0, postLimits.answerBytes - bytes));
        bytes += part.length;
        if (bytes >= postLimits.answerBytes) {
          answer();
          response.destroy();
        }
      });
      response.on('end', answer);
      response.on('error', (error) => resolve(failureOf(error, isConnected)));
    });
    asked.end(body);
  });
}

function failureOf(error: Error, isConnected: boolean): PostResult {
  if (error instanceof RefusedAddressError) {
    return { kind: 'not-allowed', problem: `its address ${error.message}` };
  }
  const code = error.name === 'TimeoutError' || error.name === 'AbortError' ? 'ETIMEDOUT' : codeIn(error);
  return isConnected && !unreachedCodes.has(code) ? { kind: 'unknown', code } : { kind: 'not-reached', code };
}

/** Names of errors are single words; anything else is outside text. */
function codeIn(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/u.test(code) ? code : 'EUNKNOWN';
}
