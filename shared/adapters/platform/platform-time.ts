import type { PlatformTime } from '../../application/enforcement/ports.ts';
import type { EnforcementCalls } from './platform-calls.ts';
import { PlatformError, PlatformRequestError } from './platform-error.ts';

/** A run that reads nothing else waits no longer than this for an answer. */
const timeoutMs = 10_000;

/** The `Date` of the platform's answers as the PlatformTime port: of one just received, or of one asked for. */
export function platformTime(
  client: Pick<EnforcementCalls, 'lastSkewMs'> & Partial<Pick<EnforcementCalls, 'organizationUsers'>>,
): PlatformTime {
  return {
    async skewMs() {
      const known = client.lastSkewMs();
      if (known !== undefined || client.organizationUsers === undefined) {
        return known;
      }
      try {
        const pages = client.organizationUsers({ limit: 1 }, { signal: AbortSignal.timeout(timeoutMs) });
        await pages[Symbol.asyncIterator]().next();
      } catch (error) {
        // Whether the platform can be reached is for the calls that the run needs; a refusal has a date as well.
        if (!(error instanceof PlatformError || error instanceof PlatformRequestError)) {
          throw error;
        }
      }
      return client.lastSkewMs();
    },
  };
}
