import type { PlatformHttpOptions } from './http/call.ts';
import { createPlatformHttp } from './http/http.ts';
import {
  computerCalls,
  controlsCalls,
  enforcementCalls,
  organizationCalls,
  readinessCalls,
  sessionCalls,
  type ComputerCalls,
  type ControlsCalls,
  type EnforcementCalls,
  type OrganizationCalls,
  type ReadinessCalls,
  type SessionCalls,
} from './platform-calls.ts';

export interface PlatformClient
  extends EnforcementCalls, ControlsCalls, SessionCalls, OrganizationCalls, ComputerCalls, ReadinessCalls {}

/** Builds the client of one organization. Throws PlatformRequestError for an invalid address. */
export function createPlatformClient(options: PlatformHttpOptions): PlatformClient {
  const http = createPlatformHttp(options);
  return {
    ...enforcementCalls(http),
    ...controlsCalls(http),
    ...sessionCalls(http),
    ...organizationCalls(http),
    ...computerCalls(http),
    ...readinessCalls(http),
  };
}
