import { clockSkew } from '../../../domain/time/clock-skew.ts';
import type { PlatformHttpOptions } from './call.ts';

/** Compares the `Date` of every answer with the clock of this machine. */
interface SkewMeter {
  readonly fetch: typeof globalThis.fetch;
  /** By how much the platform's clock was ahead at the last answer, in milliseconds; undefined without one of late. */
  lastMs(): number | undefined;
}

/** A clock may be set between two answers: what an older one showed is not used. */
const freshMs = 60_000;

export function skewMeter({ fetch, clock }: Pick<PlatformHttpOptions, 'fetch' | 'clock'>): SkewMeter {
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
