import type { PlatformEvent } from '../../../shared/adapters/platform/http/platform-event.ts';
import { createPlatformClient, type PlatformClient } from '../../../shared/adapters/platform/platform-client.ts';
import { systemClock } from '../../../shared/runtime/system-clock.ts';
import { readingFetch } from './reading-fetch.ts';
import type { WatchedPlatform } from './platform-watch.ts';

interface PlatformAccessToRead {
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly readKey: () => Promise<string>;
  /** Unix milliseconds whose UTC day is "today". */
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** Asking whether somebody is there should not take as long as a night waits for an answer. */
const probeLimits = { attemptsMax: 3, attemptTimeoutMs: 20_000, callTimeoutMs: 90_000 };

/** Two clients of one platform, one that gives up soon and one as patient as a night. Neither can do more than read. */
export function openPlatform(
  { baseUrl, appUrl, readKey, nowMs, signal }: PlatformAccessToRead,
  watch: WatchedPlatform,
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
