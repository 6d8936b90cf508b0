import type { Right } from '../access/role.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An operation's route and right as data: server, commands, docs and tests derive from it. Schemas: its contract. */
export interface Route {
  readonly method: Method;
  /** With parameters in braces: `/caps/{email}`. */
  readonly path: string;
  readonly right: Right;
  /** Read-only in spite of its body. */
  readonly changesNothing?: true;
  readonly startsRun?: true;
  readonly isList?: true;
}

export const routesByTopic = {
  budgets: {
    listBudgets: { method: 'GET', path: '/budgets', right: 'read-team', isList: true },
    showBudgets: { method: 'GET', path: '/budgets/{scope}', right: 'read-team' },
    showBudget: { method: 'GET', path: '/budgets/{scope}/{window}', right: 'read-team' },
    showBurnDown: { method: 'GET', path: '/budgets/{scope}/{window}/burn-down', right: 'read-team' },
    setBudget: { method: 'PUT', path: '/budgets/{scope}/{window}', right: 'edit-team-budgets' },
    removeBudget: { method: 'DELETE', path: '/budgets/{scope}/{window}', right: 'edit-team-budgets' },
    listBudgetVersions: { method: 'GET', path: '/budget-versions', right: 'read', isList: true },
    suggestBudgets: { method: 'GET', path: '/suggested-budgets', right: 'read-team' },
  },
  edits: {
    showImpact: { method: 'POST', path: '/impact', right: 'read-team', changesNothing: true },
    importRecords: { method: 'POST', path: '/imports/{content}', right: 'edit-budgets' },
    exportRecords: { method: 'GET', path: '/exports/{kind}', right: 'read' },
  },
  grants: {
    listTopUps: { method: 'GET', path: '/top-ups', right: 'read-team', isList: true },
    previewTopUp: { method: 'POST', path: '/top-ups/preview', right: 'grant-in-team', changesNothing: true },
    addTopUp: { method: 'POST', path: '/top-ups', right: 'grant-in-team' },
    endTopUp: { method: 'DELETE', path: '/top-ups/{id}', right: 'grant-in-team' },
    addGrants: { method: 'POST', path: '/grants', right: 'grant' },
    listExemptions: { method: 'GET', path: '/exemptions', right: 'read-team', isList: true },
    addExemption: { method: 'POST', path: '/exemptions', right: 'grant' },
    endExemptions: { method: 'DELETE', path: '/exemptions/{email}', right: 'grant' },
    listTopUpVersions: { method: 'GET', path: '/top-up-versions', right: 'read', isList: true },
    listExemptionVersions: { method: 'GET', path: '/exemption-versions', right: 'read', isList: true },
  },
  records: {
    listRecords: { method: 'GET', path: '/records/{kind}', right: 'read', isList: true },
    showRecord: { method: 'GET', path: '/records/{kind}/one', right: 'read' },
    setRecord: { method: 'PUT', path: '/records/{kind}/one', right: 'edit-watchers' },
    removeRecord: { method: 'DELETE', path: '/records/{kind}/one', right: 'edit-watchers' },
    planRecords: { method: 'POST', path: '/records/{kind}/plan', right: 'read', changesNothing: true },
    importStored: { method: 'POST', path: '/records/{kind}/import', right: 'edit-watchers' },
    listRecordVersions: { method: 'GET', path: '/records/{kind}/versions', right: 'read', isList: true },
  },
  teams: {
    listTeams: { method: 'GET', path: '/teams', right: 'read-team', isList: true },
    showTeam: { method: 'GET', path: '/teams/{name}', right: 'read-team' },
    setTeam: { method: 'PUT', path: '/teams/{name}', right: 'edit-budgets' },
    removeTeam: { method: 'DELETE', path: '/teams/{name}', right: 'edit-budgets' },
    listTeamVersions: { method: 'GET', path: '/team-versions', right: 'read', isList: true },
  },
  alerts: {
    listAlertRows: { method: 'GET', path: '/alert-rows', right: 'read', isList: true },
    listAlerts: { method: 'GET', path: '/alerts', right: 'read', isList: true },
    acknowledgeAlert: { method: 'POST', path: '/alerts/{alert}/acknowledgement', right: 'acknowledge-alerts' },
    listMutes: { method: 'GET', path: '/alert-mutes', right: 'read', isList: true },
    muteAlerts: { method: 'POST', path: '/alert-mutes', right: 'acknowledge-alerts' },
    unmuteAlerts: { method: 'DELETE', path: '/alert-mutes/{mute}', right: 'acknowledge-alerts' },
    listUnreachable: { method: 'GET', path: '/unreachable', right: 'read', isList: true },
    clearUnreachable: { method: 'DELETE', path: '/unreachable/{email}', right: 'acknowledge-alerts' },
  },
  caps: {
    listCaps: { method: 'GET', path: '/caps', right: 'read-team', isList: true },
    explainUser: { method: 'GET', path: '/users/{email}/explanation', right: 'read-team' },
    listNeeded: { method: 'POST', path: '/users/needed', right: 'read', changesNothing: true },
    showPersonUse: { method: 'GET', path: '/users/{email}/use', right: 'read-team' },
    showUsage: { method: 'GET', path: '/usage', right: 'read' },
    showTrace: { method: 'GET', path: '/usage/trace', right: 'read' },
  },
  usage: {
    exploreUsage: { method: 'GET', path: '/usage/explorer', right: 'read-team' },
    listComingStops: { method: 'GET', path: '/usage/coming-stops', right: 'read-team', isList: true },
  },
  exports: {
    exportUsage: { method: 'GET', path: '/usage/rows', right: 'read' },
  },
  plans: {
    showPlan: { method: 'GET', path: '/plan', right: 'read' },
    listPlans: { method: 'GET', path: '/plans', right: 'read', isList: true },
    showHeldPlan: { method: 'GET', path: '/plans/{plan}', right: 'read' },
    applyPlan: { method: 'POST', path: '/plan/application', right: 'start-runs', startsRun: true },
    approvePlan: { method: 'POST', path: '/plans/{plan}/approval', right: 'decide-plans', startsRun: true },
    rejectPlan: { method: 'POST', path: '/plans/{plan}/rejection', right: 'decide-plans' },
  },
  runs: {
    listRuns: { method: 'GET', path: '/runs', right: 'read', isList: true },
    showRun: { method: 'GET', path: '/runs/{run}', right: 'read' },
    startRun: { method: 'POST', path: '/runs', right: 'start-runs', startsRun: true },
    voidRuns: { method: 'POST', path: '/voided-runs', right: 'start-runs' },
    listJournal: { method: 'GET', path: '/journal', right: 'read', isList: true },
  },
  settings: {
    showSettings: { method: 'GET', path: '/settings', right: 'read', isList: true },
    setSetting: { method: 'PUT', path: '/settings/{name}', right: 'edit-settings' },
    listSettingsVersions: { method: 'GET', path: '/settings/versions', right: 'read', isList: true },
  },
  status: {
    showStatus: { method: 'GET', path: '/status', right: 'read' },
    showHome: { method: 'GET', path: '/home', right: 'read' },
    listPools: { method: 'GET', path: '/pools', right: 'read', isList: true },
    listForecasts: { method: 'GET', path: '/forecasts', right: 'read', isList: true },
  },
  metrics: {
    showMetrics: { method: 'GET', path: '/metrics', right: 'read' },
  },
  sessions: {
    listSessions: { method: 'GET', path: '/sessions', right: 'read', isList: true },
    showSession: { method: 'GET', path: '/sessions/{session}', right: 'read' },
    listSessionCosts: { method: 'GET', path: '/session-costs', right: 'read', isList: true },
    requestRestore: { method: 'POST', path: '/sessions/{session}/restore', right: 'act-on-platform' },
  },
  readiness: {
    listRepositories: { method: 'GET', path: '/readiness/repositories', right: 'read', isList: true },
    showRepository: { method: 'GET', path: '/readiness/repositories/{repository}', right: 'read' },
    listRegressions: { method: 'GET', path: '/readiness/regressions', right: 'read', isList: true },
    listTargets: { method: 'GET', path: '/readiness/targets', right: 'read', isList: true },
  },
  fleet: {
    listComputers: { method: 'GET', path: '/computers', right: 'read', isList: true },
    showComputer: { method: 'GET', path: '/computers/{name}', right: 'read' },
    planFleet: { method: 'GET', path: '/fleet/plan', right: 'read' },
    approveFleet: { method: 'POST', path: '/fleet/approvals', right: 'act-on-platform' },
  },
  controls: {
    listRevisions: { method: 'GET', path: '/controls/revisions', right: 'read' },
    listTimeline: { method: 'GET', path: '/controls/timeline', right: 'read' },
    showRevision: { method: 'GET', path: '/controls/revisions/{revision}', right: 'read' },
    compareControls: { method: 'POST', path: '/controls/comparison', right: 'read', changesNothing: true },
    checkControls: { method: 'POST', path: '/controls/check', right: 'read', changesNothing: true },
    scoreControls: { method: 'POST', path: '/controls/score', right: 'read', changesNothing: true },
    acknowledgeControls: { method: 'POST', path: '/controls/acknowledgements', right: 'decide-controls' },
    showBaseline: { method: 'GET', path: '/controls/baseline', right: 'read' },
    approveBaseline: { method: 'POST', path: '/controls/baseline', right: 'decide-controls' },
    verifyEvidence: { method: 'POST', path: '/controls/verification', right: 'read', changesNothing: true },
    exportEvidence: { method: 'POST', path: '/controls/export', right: 'read', changesNothing: true },
    listExceptions: { method: 'GET', path: '/controls/exceptions', right: 'read', isList: true },
    addException: { method: 'POST', path: '/controls/exceptions', right: 'decide-controls' },
    endException: { method: 'POST', path: '/controls/exceptions/{id}/end', right: 'decide-controls' },
    listAnnouncements: { method: 'GET', path: '/controls/announcements', right: 'read', isList: true },
    announceChange: { method: 'POST', path: '/controls/announcements', right: 'decide-controls' },
    endAnnouncement: { method: 'POST', path: '/controls/announcements/{id}/end', right: 'decide-controls' },
  },
  channels: {
    listChannels: { method: 'GET', path: '/channels', right: 'read', isList: true },
    showChannel: { method: 'GET', path: '/channels/{channel}', right: 'read' },
    setChannel: { method: 'PUT', path: '/channels/{channel}', right: 'edit-channels' },
    removeChannel: { method: 'DELETE', path: '/channels/{channel}', right: 'edit-channels' },
    testChannel: { method: 'POST', path: '/channels/{channel}/test', right: 'edit-channels' },
  },
  requests: {
    listRequests: { method: 'GET', path: '/requests', right: 'read-team', isList: true },
    showRequest: { method: 'GET', path: '/requests/{id}', right: 'read-team' },
    decideRequest: { method: 'POST', path: '/requests/{id}/decision', right: 'decide-requests' },
  },
  hook: {
    listHookTokens: { method: 'GET', path: '/hook-tokens', right: 'read', isList: true },
    revokeHookToken: { method: 'DELETE', path: '/hook-tokens/{token}', right: 'edit-watchers' },
    inviteToHook: { method: 'POST', path: '/hook-invitations', right: 'edit-watchers' },
  },
  digests: {
    listDigests: { method: 'GET', path: '/digests', right: 'read-team', isList: true },
    showDigest: { method: 'GET', path: '/digests/{day}/{scope}', right: 'read-team' },
  },
  calendar: {
    listCalendarAddresses: { method: 'GET', path: '/me/calendar', right: 'see-own' },
    makeCalendarAddress: { method: 'POST', path: '/me/calendar', right: 'see-own' },
    revokeCalendarAddresses: { method: 'DELETE', path: '/me/calendar', right: 'see-own' },
  },
  access: {
    showCaller: { method: 'GET', path: '/me', right: 'see-own' },
  },
  own: {
    showOwn: { method: 'GET', path: '/me/page', right: 'see-own' },
    askForCredits: { method: 'POST', path: '/me/requests', right: 'ask' },
    withdrawRequest: { method: 'POST', path: '/me/requests/{id}/withdrawal', right: 'ask' },
    makeHookToken: { method: 'POST', path: '/me/hook-tokens', right: 'see-own' },
    revokeOwnHookToken: { method: 'DELETE', path: '/me/hook-tokens/{token}', right: 'see-own' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Route>>>>;

export type Topic = keyof typeof routesByTopic;

export function isQuestion({ method, changesNothing }: Route): boolean {
  return method === 'GET' || changesNothing === true;
}

export const operationRoutes: ReadonlyMap<string, Route & { readonly topic: Topic }> = new Map(
  Object.entries(routesByTopic).flatMap(([topic, routes]) =>
    Object.entries(routes).map(([id, route]) => [id, { ...route, topic: topic as Topic }]),
  ),
);
