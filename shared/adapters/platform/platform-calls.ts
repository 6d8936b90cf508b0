import { listUserMetrics } from './endpoints/analytics-users.ts';
import { createComputer, getComputerByName, installDependencies } from './endpoints/computers.ts';
import { listSessionMessages } from './endpoints/list-session-messages.ts';
import { getActivity, getProductivity, getTools } from './endpoints/organization-analytics.ts';
import { listOrganizationUsers } from './endpoints/organization-users.ts';
import { listReadinessReports } from './endpoints/readiness-reports.ts';
import { getSession, listSessions } from './endpoints/sessions.ts';
import { updateSession } from './endpoints/update-session.ts';
import type { PlatformHttp } from './http/http.ts';
import { listControlsHistory } from './platform-controls-history.ts';
import { setUserLimits } from './platform-limit-writer.ts';
import { getTokens } from './platform-usage-source.ts';

type Call = (http: PlatformHttp, ...call: never[]) => unknown;

/** Calls of the platform with the HTTP client filled in. */
type Bound<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (http: PlatformHttp, ...call: infer Given) => infer Result
    ? (...call: Given) => Result
    : never;
};

function bound<Calls extends Readonly<Record<string, Call>>>(calls: Calls, http: PlatformHttp): Bound<Calls> {
  const each = Object.entries(calls).map(([name, call]) => [name, (...given: never[]) => call(http, ...given)]);
  return Object.fromEntries(each) as Bound<Calls>;
}

// One list for each job, so that the bundle of a job holds no call of another: the watcher of the controls could not
// set a limit.
const enforcement = {
  tokens: getTokens,
  userMetrics: listUserMetrics,
  organizationUsers: listOrganizationUsers,
  setUserLimits,
};
const controls = { controlsHistory: listControlsHistory };
const sessions = {
  sessions: listSessions,
  session: getSession,
  sessionMessages: listSessionMessages,
  updateSession,
};
const live = {
  sessions: listSessions,
  session: getSession,
  organizationUsers: listOrganizationUsers,
  setUserLimits,
};
const organization = { activity: getActivity, tools: getTools, productivity: getProductivity };
const computers = {
  createComputer,
  computerByName: getComputerByName,
  installDependencies,
  sessions: listSessions,
};
const readiness = { readinessReports: listReadinessReports };

/** See `PlatformHttp`. */
type Skew = Pick<PlatformHttp, 'lastSkewMs'>;

export type EnforcementCalls = Bound<typeof enforcement> & Skew;
export type ControlsCalls = Bound<typeof controls>;
export type SessionCalls = Bound<typeof sessions>;
export type LiveCalls = Bound<typeof live> & Skew;
export type OrganizationCalls = Bound<typeof organization>;
export type ComputerCalls = Bound<typeof computers>;
export type ReadinessCalls = Bound<typeof readiness>;

/** The calls of the job that sets limits. */
export const enforcementCalls = (http: PlatformHttp): EnforcementCalls => ({
  ...bound(enforcement, http),
  lastSkewMs: () => http.lastSkewMs(),
});

/** The call of the watcher of the controls. */
export const controlsCalls = (http: PlatformHttp): ControlsCalls => bound(controls, http);

/** The calls of the watcher of sessions. */
export const sessionCalls = (http: PlatformHttp): SessionCalls => bound(sessions, http);

/** The calls of the job that gives credits between the nights. */
export const liveCalls = (http: PlatformHttp): LiveCalls => ({
  ...bound(live, http),
  lastSkewMs: () => http.lastSkewMs(),
});

/** The calls of the digest. */
export const organizationCalls = (http: PlatformHttp): OrganizationCalls => bound(organization, http);

/** The calls of the watcher of computers. */
export const computerCalls = (http: PlatformHttp): ComputerCalls => bound(computers, http);

/** The call of the watcher of readiness. */
export const readinessCalls = (http: PlatformHttp): ReadinessCalls => bound(readiness, http);
