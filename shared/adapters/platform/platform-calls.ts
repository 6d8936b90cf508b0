import { getActivity } from './endpoints/analytics-activity.ts';
import { getProductivity } from './endpoints/analytics-productivity.ts';
import { createComputer } from './endpoints/create-computer.ts';
import { getComputerByName } from './endpoints/get-computer-by-name.ts';
import { installDependencies } from './endpoints/install-dependencies.ts';
import { listReadinessReports } from './endpoints/readiness-reports.ts';
import { getTokens } from './endpoints/analytics-tokens.ts';
import { getTools } from './endpoints/analytics-tools.ts';
import { listUserMetrics } from './endpoints/analytics-users.ts';
import { listControlsHistory } from './endpoints/controls-history.ts';
import { getSession } from './endpoints/get-session.ts';
import { listSessionMessages } from './endpoints/list-session-messages.ts';
import { listSessions } from './endpoints/list-sessions.ts';
import { listOrganizationUsers } from './endpoints/organization-users.ts';
import { setUserLimits } from './endpoints/set-user-limits.ts';
import { updateSession } from './endpoints/update-session.ts';
import type { PlatformHttp } from './http/http.ts';

/** A call of the platform with the HTTP client filled in. */
export type Bound<F> = F extends (http: PlatformHttp, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

export interface EnforcementCalls {
  readonly tokens: Bound<typeof getTokens>;
  readonly userMetrics: Bound<typeof listUserMetrics>;
  readonly organizationUsers: Bound<typeof listOrganizationUsers>;
  readonly setUserLimits: Bound<typeof setUserLimits>;
  /** See `PlatformHttp`. */
  readonly lastSkewMs: PlatformHttp['lastSkewMs'];
}

/** The calls of the job that sets limits: its bundle holds no other. */
export function enforcementCalls(http: PlatformHttp): EnforcementCalls {
  return {
    tokens: async (...call) => getTokens(http, ...call),
    userMetrics: (...call) => listUserMetrics(http, ...call),
    organizationUsers: (...call) => listOrganizationUsers(http, ...call),
    setUserLimits: async (...call) => setUserLimits(http, ...call),
    lastSkewMs: () => http.lastSkewMs(),
  };
}

export interface ControlsCalls {
  readonly controlsHistory: Bound<typeof listControlsHistory>;
}

/** The call of the watcher of the controls: its bundle could not set a limit. */
export function controlsCalls(http: PlatformHttp): ControlsCalls {
  return { controlsHistory: (...call) => listControlsHistory(http, ...call) };
}

export interface SessionCalls {
  readonly sessions: Bound<typeof listSessions>;
  readonly session: Bound<typeof getSession>;
  readonly sessionMessages: Bound<typeof listSessionMessages>;
  readonly updateSession: Bound<typeof updateSession>;
}

/** The calls of the watcher of sessions. */
export function sessionCalls(http: PlatformHttp): SessionCalls {
  return {
    sessions: (...call) => listSessions(http, ...call),
    session: async (...call) => getSession(http, ...call),
    sessionMessages: (...call) => listSessionMessages(http, ...call),
    updateSession: async (...call) => updateSession(http, ...call),
  };
}

export interface LiveCalls
  extends
    Pick<SessionCalls, 'sessions' | 'session'>,
    Pick<EnforcementCalls, 'organizationUsers' | 'setUserLimits' | 'lastSkewMs'> {}

/** The calls of the job that gives credits between the nights. */
export function liveCalls(http: PlatformHttp): LiveCalls {
  return {
    sessions: (...call) => listSessions(http, ...call),
    session: async (...call) => getSession(http, ...call),
    organizationUsers: (...call) => listOrganizationUsers(http, ...call),
    setUserLimits: async (...call) => setUserLimits(http, ...call),
    lastSkewMs: () => http.lastSkewMs(),
  };
}

export interface OrganizationCalls {
  readonly activity: Bound<typeof getActivity>;
  readonly tools: Bound<typeof getTools>;
  readonly productivity: Bound<typeof getProductivity>;
}

/** The calls of the digest. */
export function organizationCalls(http: PlatformHttp): OrganizationCalls {
  return {
    activity: async (...call) => getActivity(http, ...call),
    tools: async (...call) => getTools(http, ...call),
    productivity: async (...call) => getProductivity(http, ...call),
  };
}
export interface ComputerCalls {
  readonly createComputer: Bound<typeof createComputer>;
  readonly computerByName: Bound<typeof getComputerByName>;
  readonly installDependencies: Bound<typeof installDependencies>;
  readonly sessions: Bound<typeof listSessions>;
}

/** The calls of the watcher of computers. */
export function computerCalls(http: PlatformHttp): ComputerCalls {
  return {
    createComputer: async (...call) => createComputer(http, ...call),
    computerByName: async (...call) => getComputerByName(http, ...call),
    installDependencies: async (...call) => installDependencies(http, ...call),
    sessions: (...call) => listSessions(http, ...call),
  };
}

export interface ReadinessCalls {
  readonly readinessReports: Bound<typeof listReadinessReports>;
}

/** The call of the watcher of readiness. */
export function readinessCalls(http: PlatformHttp): ReadinessCalls {
  return { readinessReports: (...call) => listReadinessReports(http, ...call) };
}
