import { createComputer, getComputerByName, installDependencies } from '../../computers/platform/computers.ts';
import { listControlsHistory } from '../../controls/platform/platform-controls-history.ts';
import { getActivity, getProductivity, getTools } from '../../digest/platform/organization-analytics.ts';
import { listUserMetrics } from '../../ledger/platform/analytics-users.ts';
import { getTokens } from '../../ledger/platform/platform-usage-source.ts';
import { setUserLimits } from '../../limits/platform.ts';
import { listReadinessReports } from '../../readiness/platform/readiness-reports.ts';
import { listOrganizationUsers } from '../../roster/platform/organization-users.ts';
import { listSessionMessages } from '../../sessions/platform/list-session-messages.ts';
import { getSession, listSessions } from '../../sessions/platform/sessions.ts';
import { updateSession } from '../../sessions/platform/update-session.ts';
import type { PlatformHttp } from './http/http.ts';

type BoundCalls<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (http: PlatformHttp, ...call: infer Given) => infer Result
    ? (...call: Given) => Result
    : never;
};

function bound<Calls extends Readonly<Record<string, (http: PlatformHttp, ...call: never[]) => unknown>>>(
  calls: Calls,
  http: PlatformHttp,
): BoundCalls<Calls> {
  const each = Object.entries(calls).map(([name, call]) => [name, (...given: never[]) => call(http, ...given)]);
  return Object.fromEntries(each) as BoundCalls<Calls>;
}

// One list per job, so that a job's bundle holds no other job's calls: the controls watcher cannot set limits.
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

type Skew = Pick<PlatformHttp, 'lastSkewMs'>;

export type EnforcementCalls = BoundCalls<typeof enforcement> & Skew;
export type ControlsCalls = BoundCalls<typeof controls>;
export type SessionCalls = BoundCalls<typeof sessions>;
export type LiveCalls = BoundCalls<typeof live> & Skew;
export type OrganizationCalls = BoundCalls<typeof organization>;
export type ComputerCalls = BoundCalls<typeof computers>;
export type ReadinessCalls = BoundCalls<typeof readiness>;

export const enforcementCalls = (http: PlatformHttp): EnforcementCalls => ({
  ...bound(enforcement, http),
  lastSkewMs: () => http.lastSkewMs(),
});

export const controlsCalls = (http: PlatformHttp): ControlsCalls => bound(controls, http);

export const sessionCalls = (http: PlatformHttp): SessionCalls => bound(sessions, http);

export const liveCalls = (http: PlatformHttp): LiveCalls => ({
  ...bound(live, http),
  lastSkewMs: () => http.lastSkewMs(),
});

export const organizationCalls = (http: PlatformHttp): OrganizationCalls => bound(organization, http);

export const computerCalls = (http: PlatformHttp): ComputerCalls => bound(computers, http);

export const readinessCalls = (http: PlatformHttp): ReadinessCalls => bound(readiness, http);
