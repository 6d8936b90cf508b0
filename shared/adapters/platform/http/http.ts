import type { PlatformPurpose } from '../../../contracts/platform/platform-purpose.ts';
import { clockSkew } from '../../../domain/time/clock-skew.ts';
import { type BearerKey, bearerKey } from './bearer-key.ts';
import type { Answer, PlatformCall, PlatformHttpOptions } from './call.ts';
import { rootUrl } from './endpoint.ts';
import { DEFAULT_LIMITS, type PlatformLimits } from './limits.ts';
import { type HttpContext, runCall } from './run-call.ts';

/** Compares the `Date` of every answer with the clock of this machine. */
interface SkewMeter {
  readonly fetch: typeof globalThis.fetch;
  /** By how much the platform's clock was ahead at the last answer, in milliseconds; undefined without one of late. */
  lastMs(): number | undefined;
}

/** A clock may be set between two answers: what an older one showed is not used. */
const freshMs = 60_000;

function skewMeter({ fetch, clock }: Pick<PlatformHttpOptions, 'fetch' | 'clock'>): SkewMeter {
  let last: { readonly skewMs: number; readonly atMs: number } | undefined;
  return {
    async fetch(...request) {
      const sentMs = clock.now();
      const response = await fetch(...request);
      const receivedMs = clock.now();
      // An answer out of a cache carries the date on which it was made.
      const isFromCache = Number(response.headers.get('age') ?? 0) > 0;
      const skewMs = isFromCache ? undefined : clockSkew(response.headers.get('date'), { sentMs, receivedMs });
      last = skewMs === undefined ? last : { skewMs, atMs: receivedMs };
      return response;
    },
    lastMs() {
      return last !== undefined && Math.abs(clock.now() - last.atMs) <= freshMs ? last.skewMs : undefined;
    },
  };
}

/** The HTTP client of the platform: signs, sends, repeats, and reads one answer by its schema. */
export interface PlatformHttp {
  readonly limits: PlatformLimits;
  /** The moment by whose UTC day "today" is never asked for, in Unix ms. */
  asOf(): number;
  /** By how much the platform's clock is ahead of this machine's, in ms; undefined without an answer of late that tells. */
  lastSkewMs(): number | undefined;
  /** Throws PlatformError when no usable answer came, PlatformRequestError when nothing could be sent. */
  request<T>(call: PlatformCall<T>): Promise<Answer<T>>;
}

/**
 * Builds the HTTP client of the platform. The key goes out in the Authorization header (section "Authentication")
 * to the two configured addresses alone. Throws PlatformRequestError when an address is none.
 */
export function createPlatformHttp(options: PlatformHttpOptions): PlatformHttp {
  const meter = skewMeter(options);
  const http: HttpContext = {
    options: { ...options, fetch: meter.fetch },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    logger: options.logger ?? (() => {}),
    keyOf: keysBy(options.readKey),
    roots: { app: rootUrl(options.appUrl, 'appUrl'), base: rootUrl(options.baseUrl, 'baseUrl') },
  };
  return {
    limits: http.limits,
    asOf: options.asOf ?? (() => options.clock.now()),
    lastSkewMs: () => meter.lastMs(),
    request: async (call) => runCall(http, call),
  };
}

/** A key for each purpose that is asked for, read when it is. */
function keysBy(readKey: PlatformHttpOptions['readKey']): (purpose: PlatformPurpose) => BearerKey {
  const keys = new Map<PlatformPurpose, BearerKey>();
  return (purpose) => {
    const key = keys.get(purpose) ?? bearerKey(async () => readKey(purpose));
    keys.set(purpose, key);
    return key;
  };
}
