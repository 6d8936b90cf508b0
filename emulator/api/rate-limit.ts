import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './http-error.ts';
import { isPlatformCall } from './platform-call.ts';

export interface Throttle {
  /** The delay of each call to the platform before it is handled. */
  readonly latencyMs: number;
  /** Calls to the platform in one second of the system's clock; undefined for no bound. */
  readonly rateLimitPerSecond: number | undefined;
}

/** Slows calls to the platform and refuses those beyond the rate with 429 and Retry-After. */
export function throttleRequests(app: FastifyInstance, { latencyMs, rateLimitPerSecond }: Throttle): void {
  let second = 0;
  let calls = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (!isPlatformCall(request)) {
      return;
    }
    const now = Math.floor(Date.now() / 1000);
    calls = now === second ? calls + 1 : 1;
    second = now;
    if (rateLimitPerSecond !== undefined && calls > rateLimitPerSecond) {
      void reply.header('retry-after', '1');
      throw new HttpError(429, `more than ${rateLimitPerSecond} requests a second`);
    }
    if (latencyMs > 0) {
      await setTimeout(latencyMs, undefined, { ref: false });
    }
  });
}
