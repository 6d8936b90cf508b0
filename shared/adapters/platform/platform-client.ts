import { getActivity, getActivityByClient } from './endpoints/analytics-activity.ts';
import { getProductivity } from './endpoints/analytics-productivity.ts';
import { getTokensByModel } from './endpoints/analytics-tokens.ts';
import { getTools, getToolsByName } from './endpoints/analytics-tools.ts';
import { createComputer } from './endpoints/create-computer.ts';
import { getComputerByName } from './endpoints/get-computer-by-name.ts';
import { getSession } from './endpoints/get-session.ts';
import { installDependencies } from './endpoints/install-dependencies.ts';
import { listSessionMessages } from './endpoints/list-session-messages.ts';
import { listSessions } from './endpoints/list-sessions.ts';
import { listReadinessReports } from './endpoints/readiness-reports.ts';
import { updateSession } from './endpoints/update-session.ts';
import type { PlatformHttpOptions } from './http/call.ts';
import { createPlatformHttp } from './http/http.ts';
import {
  controlsCalls,
  enforcementCalls,
  type Bound,
  type ControlsCalls,
  type EnforcementCalls,
} from './platform-calls.ts';

/** The platform's sixteen endpoints, one method each, and one more for each `group_by`. */
export interface PlatformClient extends EnforcementCalls, ControlsCalls {
  readonly tokensByModel: Bound<typeof getTokensByModel>;
  readonly tools: Bound<typeof getTools>;
  readonly toolsByName: Bound<typeof getToolsByName>;
  readonly activity: Bound<typeof getActivity>;
  readonly activityByClient: Bound<typeof getActivityByClient>;
  readonly productivity: Bound<typeof getProductivity>;
  readonly sessions: Bound<typeof listSessions>;
  readonly session: Bound<typeof getSession>;
  readonly updateSession: Bound<typeof updateSession>;
  readonly sessionMessages: Bound<typeof listSessionMessages>;
  readonly createComputer: Bound<typeof createComputer>;
  readonly computerByName: Bound<typeof getComputerByName>;
  readonly installDependencies: Bound<typeof installDependencies>;
  readonly readinessReports: Bound<typeof listReadinessReports>;
}

/** Builds the client of one organization. Throws PlatformRequestError when an address is none. */
export function createPlatformClient(options: PlatformHttpOptions): PlatformClient {
  const http = createPlatformHttp(options);
  return {
    ...enforcementCalls(http),
    ...controlsCalls(http),
    tokensByModel: async (...call) => getTokensByModel(http, ...call),
    tools: async (...call) => getTools(http, ...call),
    toolsByName: async (...call) => getToolsByName(http, ...call),
    activity: async (...call) => getActivity(http, ...call),
    activityByClient: async (...call) => getActivityByClient(http, ...call),
    productivity: async (...call) => getProductivity(http, ...call),
    sessions: (...call) => listSessions(http, ...call),
    session: async (...call) => getSession(http, ...call),
    updateSession: async (...call) => updateSession(http, ...call),
    sessionMessages: (...call) => listSessionMessages(http, ...call),
    createComputer: async (...call) => createComputer(http, ...call),
    computerByName: async (...call) => getComputerByName(http, ...call),
    installDependencies: async (...call) => installDependencies(http, ...call),
    readinessReports: (...call) => listReadinessReports(http, ...call),
  };
}
