import { getTokens, getTokensByModel } from './endpoints/analytics-tokens.ts';
import { listUserMetrics } from './endpoints/analytics-users.ts';
import { listOrganizationUsers } from './endpoints/organization-users.ts';
import { setUserLimits } from './endpoints/set-user-limits.ts';
import type { PlatformHttpOptions } from './http/call.ts';
import { createPlatformHttp } from './http/http.ts';
import type { PlatformHttp } from './http/http.ts';

/** An endpoint's function with the door already given. */
type Bound<F> = F extends (http: PlatformHttp, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never;

/** All of the platform that Curfew uses: one method an endpoint, and one more for each `group_by`. */
export interface PlatformClient {
  readonly tokens: Bound<typeof getTokens>;
  readonly tokensByModel: Bound<typeof getTokensByModel>;
  readonly userMetrics: Bound<typeof listUserMetrics>;
  readonly organizationUsers: Bound<typeof listOrganizationUsers>;
  readonly setUserLimits: Bound<typeof setUserLimits>;
}

/** Builds the client of one organization. Throws PlatformRequestError when an address is none. */
export function createPlatformClient(options: PlatformHttpOptions): PlatformClient {
  const http = createPlatformHttp(options);
  return {
    tokens: async (...call) => getTokens(http, ...call),
    tokensByModel: async (...call) => getTokensByModel(http, ...call),
    userMetrics: (...call) => listUserMetrics(http, ...call),
    organizationUsers: (...call) => listOrganizationUsers(http, ...call),
    setUserLimits: async (...call) => setUserLimits(http, ...call),
  };
}
