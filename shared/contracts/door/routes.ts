import { capsRoutes } from './caps-routes.ts';
import { fleetRoutes } from './fleet-routes.ts';
import { readinessRoutes } from './readiness-routes.ts';
import type { Route } from './route.ts';
import { sessionsRoutes } from './sessions-routes.ts';
import { statusRoutes } from './status-routes.ts';

/** The operations of the admin API by topic. No schema is loaded with them. */
export const routesByTopic = {
  caps: capsRoutes,
  status: statusRoutes,
  sessions: sessionsRoutes,
  readiness: readinessRoutes,
  fleet: fleetRoutes,
} as const;

export type Topic = keyof typeof routesByTopic;

/** Every operation by its id, with the topic that it belongs to. */
export const operationRoutes: ReadonlyMap<string, Route & { readonly topic: Topic }> = new Map(
  Object.entries(routesByTopic).flatMap(([topic, routes]) =>
    Object.entries(routes).map(([id, route]) => [id, { ...route, topic: topic as Topic }]),
  ),
);
