import { bearerKey } from './bearer-key.ts';
import type { Answer, PlatformCall, PlatformHttpOptions } from './call.ts';
import { rootUrl } from './endpoint.ts';
import { DEFAULT_LIMITS, type PlatformLimits } from './limits.ts';
import { type Door, runCall } from './run-call.ts';

/** The door to the platform: signs, sends, repeats, and reads one answer by its schema. */
export interface PlatformHttp {
  readonly limits: PlatformLimits;
  /** The moment by whose UTC day "today" is never asked for, in Unix ms. */
  asOf(): number;
  /** Throws PlatformError when no usable answer came, PlatformRequestError when nothing could be sent. */
  request<T>(call: PlatformCall<T>): Promise<Answer<T>>;
}

/**
 * Builds the door to the platform. The key goes out in the Authorization header (section "Authentication") to the two
 * configured addresses alone. Throws PlatformRequestError when an address is none.
 */
export function createPlatformHttp(options: PlatformHttpOptions): PlatformHttp {
  const door: Door = {
    options,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    logger: options.logger ?? (() => {}),
    key: bearerKey(options.readKey),
    roots: { app: rootUrl(options.appUrl, 'appUrl'), base: rootUrl(options.baseUrl, 'baseUrl') },
  };
  return {
    limits: door.limits,
    asOf: options.asOf ?? (() => options.clock.now()),
    request: async (call) => runCall(door, call),
  };
}
