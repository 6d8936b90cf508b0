import type { PlatformPurpose } from '../../contract/platform-environment.ts';
import { clockSkew } from '../../time/clock-skew.ts';
import { type BearerKey, bearerKey } from './bearer-key.ts';
import type { Answer, PlatformCall, PlatformHttpOptions } from './call.ts';
import { rootUrl } from './endpoint.ts';
import { DEFAULT_LIMITS, type PlatformLimits } from './limits.ts';
import { type HttpContext, runCall } from './run-call.ts';

/** Compares the `Date` of answers with this machine's clock. */
interface SkewMeter {
  readonly fetch: typeof globalThis.fetch;
  /** How far the platform's clock was ahead at the last answer, in ms; undefined without a recent one. */
  lastMs(): number | undefined;
}

/** Clocks may be adjusted: older measurements are ignored. */
const freshMs = 60_000;

function skewMeter({ fetch, clock }: PlatformHttpOptions): SkewMeter {
  let last: { readonly skewMs: number; readonly atMs: number } | undefined;
  return {
    async fetch(...request) {
      const sentMs = clock.now();
      const response = await fetch(...request);
      const receivedMs = clock.now();
      // A cached answer carries an old date.
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

/** The platform's HTTP client: signs, sends, retries, and parses answers by their schema. */
export interface PlatformHttp {
  readonly limits: PlatformLimits;
  /** The moment whose UTC day "today" is never requested, in Unix ms. */
  asOf(): number;
  /** How far the platform's clock is ahead, in ms; undefined without a recent answer that tells. */
  lastSkewMs(): number | undefined;
  /** Throws PlatformError when no usable answer came, PlatformRequestError when nothing could be sent. */
  request<T>(call: PlatformCall<T>): Promise<Answer<T>>;
}

/**
 * Builds the platform's HTTP client. The key goes in the Authorization header (section "Authentication") to the two
 * configured addresses only. Throws PlatformRequestError for an invalid address.
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

/** One key per purpose, read on first use. */
function keysBy(readKey: PlatformHttpOptions['readKey']): (purpose: PlatformPurpose) => BearerKey {
  const keys = new Map<PlatformPurpose, BearerKey>();
  return (purpose) => {
    const key = keys.get(purpose) ?? bearerKey(async () => readKey(purpose));
    keys.set(purpose, key);
    return key;
  };
}
