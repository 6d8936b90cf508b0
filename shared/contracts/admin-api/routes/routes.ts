import { accessRoutes } from './access-routes.ts';
import { budgetsRoutes } from './budgets-routes.ts';
import { digestsRoutes } from './digests-routes.ts';
import { editsRoutes } from './edits-routes.ts';
import { grantsRoutes } from './grants-routes.ts';
import { recordsRoutes } from './records-routes.ts';
import { teamsRoutes } from './teams-routes.ts';
import { alertsRoutes } from './alerts-routes.ts';
import { capsRoutes } from './caps-routes.ts';
import { controlsRoutes } from './controls-routes.ts';
import { plansRoutes } from './plans-routes.ts';
import { runsRoutes } from './runs-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { fleetRoutes } from './fleet-routes.ts';
import { readinessRoutes } from './readiness-routes.ts';
import { hookRoutes } from './hook-routes.ts';
import { requestsRoutes } from './requests-routes.ts';
import { ownRoutes } from './own-routes.ts';
import type { Route } from './route.ts';
import { sessionsRoutes } from './sessions-routes.ts';
import { statusRoutes } from './status-routes.ts';

/** The operations of the admin API by topic. No schema is loaded with them. */
export const routesByTopic = {
  budgets: budgetsRoutes,
  edits: editsRoutes,
  grants: grantsRoutes,
  records: recordsRoutes,
  teams: teamsRoutes,
  alerts: alertsRoutes,
  caps: capsRoutes,
  plans: plansRoutes,
  runs: runsRoutes,
  settings: settingsRoutes,
  status: statusRoutes,
  sessions: sessionsRoutes,
  readiness: readinessRoutes,
  fleet: fleetRoutes,
  controls: controlsRoutes,
  requests: requestsRoutes,
  hook: hookRoutes,
  digests: digestsRoutes,
  access: accessRoutes,
  own: ownRoutes,
} as const;

export type Topic = keyof typeof routesByTopic;

/** Every operation by its id, with the topic that it belongs to. */
export const operationRoutes: ReadonlyMap<string, Route & { readonly topic: Topic }> = new Map(
  Object.entries(routesByTopic).flatMap(([topic, routes]) =>
    Object.entries(routes).map(([id, route]) => [id, { ...route, topic: topic as Topic }]),
  ),
);
