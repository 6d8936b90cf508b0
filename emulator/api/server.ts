import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { fastify, type FastifyInstance } from 'fastify';

import { callOf, refuseForeign } from '../../shared/kernel/runtime/refuse-foreign.ts';
import { applyFaults } from '../faults/apply-faults.ts';
import { armedFaults } from '../faults/armed-faults.ts';
import { faultRoutes } from '../faults/fault-routes.ts';
import { computerFleet } from '../state/computers/computer-fleet.ts';
import { activityEndpoint } from './analytics/activity.ts';
import { dayRoutes } from './analytics/day-rows.ts';
import { productivityEndpoint } from './analytics/productivity.ts';
import { tokensEndpoint } from './analytics/tokens.ts';
import { toolsEndpoint } from './analytics/tools.ts';
import { usersRoutes } from './analytics/users-routes.ts';
import { tokenRoutes } from './auth.ts';
import { answerErrors, HttpError, sendError } from './http-error.ts';
import { isPlatformCall, logRequests, requestLog, requestRoutes } from './request-log.ts';
import { computersRoutes } from './routes/computers-routes.ts';
import { controlsRoutes } from './routes/controls-routes.ts';
import { organizationRoutes } from './routes/organization-routes.ts';
import { readinessRoutes } from './routes/readiness-routes.ts';
import { sessionsRoutes } from './routes/sessions-routes.ts';
import { clockRoutes, rosterRoutes } from './sim/sim-routes.ts';
import { demandRoutes, limitsRoutes, usageRoutes, usualDemandRoutes } from './sim/usage-routes.ts';
import type { World } from './world.ts';

/** A month of a large organization's demand is one body. */
const BODY_BYTES_MAX = 64 * 1_024 * 1_024;
/** Computer names and session ids are path parameters; the route answers 400 or 404 for longer ones. */
const PATH_PARAMETER_LENGTH_MAX = 500;

/** The platform and its side channel as one server, not yet listening. */
export function platformServer(world: World, throttle: Throttle): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: PATH_PARAMETER_LENGTH_MAX },
  });
  const log = requestLog();
  const faults = armedFaults();
  const fleet = computerFleet(world);
  refuseWebPages(app);
  takeEmptyBodies(app);
  answerErrors(app);
  logRequests(app, log);
  dateAnswers(app, world);
  throttleRequests(app, throttle);
  applyFaults(app, world, faults);
  const routes = [
    usersRoutes(world),
    ...[tokensEndpoint, toolsEndpoint, activityEndpoint, productivityEndpoint].map((endpoint) =>
      dayRoutes(world, endpoint),
    ),
    organizationRoutes(world),
    controlsRoutes(world),
    sessionsRoutes(world, fleet),
    computersRoutes(world, fleet),
    readinessRoutes(world),
    clockRoutes(world),
    demandRoutes(world),
    usageRoutes(world),
    usualDemandRoutes(world),
    limitsRoutes(world),
    rosterRoutes(world),
    tokenRoutes,
    requestRoutes(log),
    faultRoutes(faults),
  ];
  for (const plugin of routes) {
    void app.register(plugin);
  }
  return app;
}

/** Refuses cross-origin browser requests first. Any port is allowed: a proxy may keep the client's host name. */
function refuseWebPages(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const refusal = refuseForeign(callOf(request.raw));
    if (refusal !== undefined) {
      return sendError(request, reply.header('connection', 'close').code(refusal.status), refusal.text);
    }
    return undefined;
  });
}

/** Answers carry this world's clock in `Date`. */
function dateAnswers(app: FastifyInstance, { clock }: World): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isPlatformCall(request)) {
      void reply.header('date', new Date(clock.now()).toUTCString());
    }
  });
}

/** Some clients send a content type without a body; calls without a body accept that. */
function takeEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') {
      done(null, undefined);
      return;
    }
    void parse(request, body, done);
  });
}

interface Throttle {
  readonly latencyMs: number;
  /** Calls per second of the system's clock; undefined: unlimited. */
  readonly rateLimitPerSecond: number | undefined;
}

/** Delays calls to the platform and answers 429 with Retry-After beyond the rate. */
function throttleRequests(app: FastifyInstance, { latencyMs, rateLimitPerSecond }: Throttle): void {
  let second = 0;
  let calls = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (!isPlatformCall(request)) {
      return;
    }
    const now = Math.floor(Date.now() / 1000);
    calls = now === second ? calls + 1 : 1;
    second = now;
    if (rateLimitPerSecond !== undefined && calls > rateLimitPerSecond) {
      void reply.header('retry-after', '1');
      throw new HttpError(429, `more than ${rateLimitPerSecond} requests a second`);
    }
    if (latencyMs > 0) {
      await setTimeout(latencyMs, undefined, { ref: false });
    }
  });
}
