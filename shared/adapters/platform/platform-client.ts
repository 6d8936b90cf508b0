import { getActivityByClient } from './endpoints/analytics-activity.ts';
import { getTokensByModel } from './endpoints/analytics-tokens.ts';
import { getToolsByName } from './endpoints/analytics-tools.ts';
import type { PlatformHttpOptions } from './http/call.ts';
import { createPlatformHttp, type PlatformHttp } from './http/http.ts';
import {
  computerCalls,
  controlsCalls,
  enforcementCalls,
  organizationCalls,
  readinessCalls,
  sessionCalls,
  type Bound,
  type ComputerCalls,
  type ControlsCalls,
  type EnforcementCalls,
  type OrganizationCalls,
  type ReadinessCalls,
  type SessionCalls,
} from './platform-calls.ts';

/** What no job calls: watchers to come, and whoever tries the platform. */
const otherCalls = {
  tokensByModel: getTokensByModel,
  toolsByName: getToolsByName,
  activityByClient: getActivityByClient,
} as const;

/** The platform's sixteen endpoints, one method each, and one more for each `group_by`. */
export interface PlatformClient
  extends
    EnforcementCalls,
    ControlsCalls,
    SessionCalls,
    OrganizationCalls,
    ComputerCalls,
    ReadinessCalls,
    BoundCalls<typeof otherCalls> {}

/** Builds the client of one organization. Throws PlatformRequestError when an address is none. */
export function createPlatformClient(options: PlatformHttpOptions): PlatformClient {
  const http = createPlatformHttp(options);
  return {
    ...enforcementCalls(http),
    ...controlsCalls(http),
    ...sessionCalls(http),
    ...organizationCalls(http),
    ...computerCalls(http),
    ...readinessCalls(http),
    ...bound(otherCalls, http),
  };
}

type BoundCalls<Calls> = { readonly [Name in keyof Calls]: Bound<Calls[Name]> };

function bound<Calls extends Readonly<Record<string, (http: PlatformHttp, ...call: never[]) => unknown>>>(
  calls: Calls,
  http: PlatformHttp,
): BoundCalls<Calls> {
  const each = Object.entries(calls).map(([name, call]) => [name, (...given: never[]) => call(http, ...given)]);
  return Object.fromEntries(each) as BoundCalls<Calls>;
}
