import type { PlatformTime } from '../../enforcement/ports.ts';
import type { EnforcementCalls } from './platform-calls.ts';
import { PlatformError, PlatformRequestError } from './platform-error.ts';

const timeoutMs = 10_000;

/** The `Date` of the platform's answers: of a recent one, or of a request made for it. */
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
        // A refusal has a date too; reachability matters to the run's own calls.
        if (!(error instanceof PlatformError || error instanceof PlatformRequestError)) {
          throw error;
        }
      }
      return client.lastSkewMs();
    },
  };
}
