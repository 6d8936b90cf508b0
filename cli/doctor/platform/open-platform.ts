import type { PlatformEvent } from '../../../shared/kernel/platform/http/platform-event.ts';
import { createPlatformClient, type PlatformClient } from '../../../shared/kernel/platform/platform-client.ts';
import { systemClock } from '../../../shared/kernel/runtime/system-clock.ts';
import type { PlatformWatch } from './platform-watch.ts';

/** A check waits less long for an answer than a night does. */
const probeLimits = { attemptsMax: 3, attemptTimeoutMs: 20_000, callTimeoutMs: 90_000 };

/** Two clients of one platform, one that gives up soon and one as patient as a night. Neither can do more than read. */
export function openPlatform(
  {
    baseUrl,
    appUrl,
    readKey,
    nowMs,
    signal,
  }: {
    readonly baseUrl: string;
    readonly appUrl: string;
    readonly readKey: () => Promise<string>;
    /** Unix milliseconds whose UTC day is "today". */
    readonly nowMs: number;
    readonly signal: AbortSignal;
  },
  watch: PlatformWatch,
): { readonly probe: PlatformClient; readonly platform: PlatformClient } {
  const options = {
    baseUrl,
    appUrl,
    readKey,
    fetch: readingFetch(globalThis.fetch, watch, signal),
    clock: {
      now: () => systemClock.now(),
      sleep: async (ms: number, own?: AbortSignal) =>
        systemClock.sleep(ms, own === undefined ? signal : AbortSignal.any([own, signal])),
    },
    asOf: () => nowMs,
    random: () => Math.random(),
    logger: (event: PlatformEvent) => {
      watch.heard(event);
    },
  };
  return { probe: createPlatformClient({ ...options, limits: probeLimits }), platform: createPlatformClient(options) };
}

/** Something tried to change the platform. It was refused before anything was sent. */
export class NotReadingError extends Error {
  override readonly name = 'NotReadingError';
}

/**
 * A `fetch` that can read and nothing else: any request that is no GET is refused before anything of it is
 * sent. It sends nothing more after `signal`, and tells `watch` what it sends and what comes back.
 */
export function readingFetch(
  fetch: typeof globalThis.fetch,
  watch: PlatformWatch,
  signal: AbortSignal,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET') {
      watch.refused(request.method, pathname);
      throw new NotReadingError(`a ${request.method} to the platform was refused: the trial only reads`);
    }
    signal.throwIfAborted();
    watch.sent(pathname);
    const response = await fetch(input, { ...init, signal: AbortSignal.any([request.signal, signal]) });
    await watch.answered(pathname, response);
    return response;
  };
}
