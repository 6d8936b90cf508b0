import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { fastify, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { callOf, refuseForeign } from '../../shared/kernel/runtime/refuse-foreign.ts';
import { applyFaults } from '../faults/apply-faults.ts';
import { armedFaults } from '../faults/armed-faults.ts';
import { faultRoutes } from '../faults/fault-routes.ts';
import { dateOfDay } from '../state/clock.ts';
import { computerFleet, type ComputerFleet, computersMax } from '../state/computers/computer-fleet.ts';
import { type Computer, ComputerName, CreateComputer } from '../state/computers/computer.ts';
import { controlsHistory, postedRevisionsMax } from '../state/controls/controls-history.ts';
import { isJsonObject, type JsonObject } from '../state/json.ts';
import type { Language } from '../state/usage/habits.ts';
import { splitInteger } from '../state/usage/split.ts';
import type { WorkDay } from '../state/usage/work-day.ts';
import { activityEndpoint } from './analytics/activity.ts';
import { type DayEndpoint, dayRoutes, sumOf, workOfDay } from './analytics/day-rows.ts';
import { tokensEndpoint } from './analytics/tokens.ts';
import { toolsEndpoint } from './analytics/tools.ts';
import { usersRoutes } from './analytics/users-routes.ts';
import { requireRole, tokenRoutes } from './auth.ts';
import { answerErrors, BadRequestError, HttpError, NotFoundError, parseInput, sendError } from './http-error.ts';
import { pageOf, pageQueryOf } from './paging.ts';
import { isPlatformCall, logRequests, requestLog, requestRoutes } from './request-log.ts';
import { organizationRoutes } from './routes/organization-routes.ts';
import { readinessRoutes } from './routes/readiness-routes.ts';
import { sessionsRoutes } from './routes/sessions-routes.ts';
import { computerPlanting } from './sim/computer-planting.ts';
import { clockRoutes, rosterRoutes } from './sim/sim-routes.ts';
import { demandRoutes, limitsRoutes, usageRoutes, usualDemandRoutes } from './sim/usage-routes.ts';
import type { World } from './world.ts';

const EXTENSIONS: Readonly<Record<Language, string>> = {
  TypeScript: '.ts',
  Python: '.py',
  Go: '.go',
  Rust: '.rs',
  Java: '.java',
  Ruby: '.rb',
  SQL: '.sql',
  Markdown: '.md',
};

/** GET /api/v1/analytics/productivity. Both breakdowns count files created and files edited. */
const productivityEndpoint: DayEndpoint = {
  path: '/api/v1/analytics/productivity',
  groupBy: undefined,
  rowsFor: (request) => (dayNumber) => {
    const works = workOfDay(request, dayNumber);
    const byLanguage = filesByLanguage(works);
    return [
      {
        date: dateOfDay(dayNumber),
        files_created: sumOf(works, (work) => work.filesCreated),
        files_edited: sumOf(works, (work) => work.filesEdited),
        by_extension: byLanguage.map(([language, count]) => ({ extension: EXTENSIONS[language], count })),
        by_language: byLanguage.map(([language, count]) => ({ language, count })),
        git_commits: sumOf(works, (work) => work.gitCommits),
        git_prs_created: sumOf(works, (work) => work.gitPrsCreated),
      },
    ];
  },
};

function filesByLanguage(works: readonly WorkDay[]): readonly (readonly [Language, number])[] {
  const totals = new Map<Language, number>();
  for (const { languages, filesCreated, filesEdited } of works) {
    const weights = languages.map((_, rank) => 1 / (1 + rank));
    const parts = splitInteger(filesCreated + filesEdited, weights);
    languages.forEach((language, index) => totals.set(language, (totals.get(language) ?? 0) + (parts[index] ?? 0)));
  }
  return [...totals].filter(([, count]) => count > 0).toSorted((one, other) => other[1] - one[1]);
}

const NameParams = z.object({ name: ComputerName });
const IdParams = z.object({ computerId: z.string() });

/** platform-api.md: POST /api/v0/computers, its /name/{name} and /{computerId}/install-deps. */
function computersRoutes(world: World, fleet: ComputerFleet): FastifyPluginAsync {
  return async (server) => {
    const preHandler = requireRole();

    server.post('/api/v0/computers', { preHandler }, async ({ body }, reply) =>
      reply.status(201).send(created(fleet, parseInput(CreateComputer, body))),
    );

    server.get('/api/v0/computers/name/:name', { preHandler }, async ({ params }) =>
      known(fleet.findByName(parseInput(NameParams, params).name)),
    );

    server.post('/api/v0/computers/:computerId/install-deps', { preHandler }, async ({ params }, reply) =>
      reply.status(202).send(known(fleet.retryInstallDeps(parseInput(IdParams, params).computerId))),
    );

    computerPlanting(server, { world, fleet });
  };
}

function created(fleet: ComputerFleet, request: CreateComputer): Computer {
  const creation = fleet.create(request);
  if (creation.kind === 'created') {
    return creation.computer;
  }
  throw creation.reason === 'name-taken'
    ? new HttpError(409, 'name: another computer has this name')
    : new BadRequestError(`the emulator holds at most ${computersMax} computers`);
}

function known(computer: Computer | undefined): Computer {
  if (computer === undefined) {
    throw new NotFoundError('there is no such computer');
  }
  return computer;
}

/** platform-api.md does not document the order; a client must handle both. */
type HistoryOrder = 'newest-first' | 'oldest-first';

const bodyBytesMax = 8 * 1_024 * 1_024;

const ControlsBody = z.strictObject({
  settings: z.custom<JsonObject>(isJsonObject, 'must be an object'),
  user: z.strictObject({
    id: z.string().min(1, 'must not be empty'),
    email: z.string().min(1, 'must not be empty'),
    name: z.string(),
  }),
  updatedAt: z.iso.datetime({ offset: true, error: 'must be a date-time such as 2026-03-15T09:30:00Z' }).optional(),
});

/**
 * platform-api.md, "GET /api/v0/organization/enterprise-controls/history", and `POST /__sim/controls`,
 * which appends a revision and answers 201 with it.
 */
function controlsRoutes(world: World, order: HistoryOrder = 'newest-first'): FastifyPluginAsync {
  return async (server) => {
    const history = controlsHistory(world);

    server.get('/api/v0/organization/enterprise-controls/history', { preHandler: requireRole() }, async (request) => {
      const ascending = history.revisions();
      const ordered = order === 'newest-first' ? ascending.toReversed() : ascending;
      const page = pageOf(ordered, pageQueryOf(request.query), { idOf: ({ revision }) => String(revision) });
      return { changes: page.items, pagination: page.pagination };
    });

    server.post('/__sim/controls', { bodyLimit: bodyBytesMax }, async (request, reply) => {
      const body = parseInput(ControlsBody, request.body);
      const updatedAt = body.updatedAt ?? new Date(world.clock.now()).toISOString();
      const revision = history.append({ settings: body.settings, user: body.user, updatedAt });
      if (revision === undefined) {
        throw new BadRequestError(`the emulator holds at most ${postedRevisionsMax} posted revisions`);
      }
      return reply.status(201).send(revision);
    });
  };
}

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
