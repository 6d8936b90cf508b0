import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { DAY_MS, HISTORY_START_DAY } from '../../state/clock.ts';
import type { ComputerFleet } from '../../state/computers/computer-fleet.ts';
import { isJsonObject, type JsonObject } from '../../state/json.ts';
import { plantedMax } from '../../state/sessions/drawn/planted-sessions.ts';
import { type Character, characters } from '../../state/sessions/drawn/session-plan.ts';
import { sessionBook, type SessionBook, type SingleSession } from '../../state/sessions/session-book.ts';
import { messageRoles } from '../../state/sessions/session-messages.ts';
import { requireRole } from '../auth.ts';
import { BadRequestError, NotFoundError, parseInput } from '../http-error.ts';
import { pageOf, pageQueryOf } from '../paging.ts';
import { emailOwner, momentSince } from '../sim/sim-routes.ts';
import type { World } from '../world.ts';

const creditsMax = 1_000_000_000_000;
const minutesMax = 366 * 1_440;
const childrenMax = 10;
const messagesMax = 5_000;
const textLengthMax = 20_000;

const SessionBody = z.strictObject({
  ownerEmail: z.string(),
  character: z.enum(characters.filter((one) => one !== 'child')).default('ordinary'),
  startedAt: momentSince(HISTORY_START_DAY * DAY_MS).optional(),
  minutes: z.int().min(1).max(minutesMax).optional(),
  credits: z.int().min(0).max(creditsMax).optional(),
  messages: z.int().min(1).max(messagesMax).optional(),
  children: z.int().min(0).max(childrenMax).default(0),
  title: z.string().max(textLengthMax).optional(),
  model: z.string().min(1).max(100).optional(),
  computer: z.string().optional(),
  tags: z.array(z.custom<JsonObject>(isJsonObject)).optional(),
});

const usual: Readonly<Record<Exclude<Character, 'child'>, { readonly minutes: number; readonly credits: number }>> = {
  ordinary: { minutes: 60, credits: 5_000 },
  long: { minutes: 4_320, credits: 20_000 },
  looping: { minutes: 1_440, credits: 50_000 },
  runaway: { minutes: 2_880, credits: 5_000_000 },
  pending: { minutes: 10_080, credits: 0 },
};

/** GET /__sim/sessions returns what the API hides. POST plants one or a list, after all of it is validated. */
function sessionPlanting(
  server: FastifyInstance,
  { world, fleet, book }: { readonly world: World; readonly fleet: ComputerFleet; readonly book: SessionBook },
): void {
  server.get('/__sim/sessions', async () => book.facts());

  server.post('/__sim/sessions', async ({ body }, reply) => {
    const bodies = Array.isArray(body) ? parseInput(z.array(SessionBody), body) : [parseInput(SessionBody, body)];
    const planned = bodies.map((session, index) => plannedSession({ world, fleet }, session, index));
    const planted = planned.map((session) => book.plant(session));
    if (planted.includes(undefined)) {
      throw new BadRequestError(`the emulator holds at most ${plantedMax} planted sessions`);
    }
    return reply.status(201).send(planted.map((session) => ({ sessionId: session?.sessionId })));
  });
}

function plannedSession(
  { world, fleet }: { readonly world: World; readonly fleet: ComputerFleet },
  session: z.output<typeof SessionBody>,
  index: number,
): Parameters<SessionBook['plant']>[0] {
  const { character, startedAt, minutes, credits, children, title, model, messages, tags } = session;
  const computerId = session.computer === undefined ? undefined : fleet.findByName(session.computer)?.id;
  if (session.computer !== undefined && computerId === undefined) {
    throw new BadRequestError(`[${index}].computer: no computer has the name ${JSON.stringify(session.computer)}`);
  }
  return {
    ownerId: emailOwner(world, session.ownerEmail, `[${index}].ownerEmail`).id,
    character,
    startMs: startedAt ?? world.clock.now(),
    minutes: minutes ?? usual[character].minutes,
    credits: character === 'pending' ? 0 : (credits ?? usual[character].credits),
    children,
    title,
    model,
    computerId,
    messages,
    tags,
  };
}

const jsonObject = z.custom<JsonObject>(isJsonObject, 'must be an object');

/** Fields writable by PATCH (platform-api.md, "Session settings"), each optional; others are refused. */
const WritableSessionSettings = z.strictObject({
  model: z.string().optional(),
  specModeModel: z.string().optional(),
  runInWorktree: z.boolean().optional(),
  providerLockTimestamp: z.string().optional(),
  assistantActiveTimeMs: z.number().optional(),
  childInclusiveTokenUsageBySessionId: jsonObject.optional(),
  archivedAt: z.string().optional(),
  // The document shows both fields of a tag without requiring metadata.
  tags: z.array(z.strictObject({ name: z.string(), metadata: jsonObject.optional() })).optional(),
  enabledToolIds: z.array(z.string()).optional(),
  disabledToolIds: z.array(z.string()).optional(),
  compactionThresholdCheckEnabled: z.boolean().optional(),
});

const SessionPatch = z.strictObject({ sessionSettings: WritableSessionSettings });

const ComputerQuery = z.object({ computerId: z.string().optional() });
const MessagesQuery = ComputerQuery.extend({ role: z.enum(messageRoles).optional() });
const SessionParams = z.object({ sessionId: z.string() });

/**
 * platform-api.md: GET /api/v0/sessions, GET and PATCH /api/v0/sessions/{sessionId}, GET
 * /api/v0/sessions/{sessionId}/messages. Also the side channel of sessions.
 */
export function sessionsRoutes(world: World, fleet: ComputerFleet): FastifyPluginAsync {
  return async (server) => {
    const book = sessionBook(world, fleet.computerOfSession);
    const preHandler = requireRole();

    server.get('/api/v0/sessions', { preHandler }, async ({ query }) => {
      const { computerId } = parseInput(ComputerQuery, query);
      const { sessions, placeOf } = book.list(computerId);
      const page = pageOf(sessions, pageQueryOf(query), { idOf: ({ plan }) => plan.sessionId, placeOf });
      return { sessions: page.items.map(book.itemOf), pagination: page.pagination };
    });

    server.get('/api/v0/sessions/:sessionId', { preHandler }, async ({ params, query }) => {
      const { sessionId } = parseInput(SessionParams, params);
      return sessionOn(book, sessionId, parseInput(ComputerQuery, query).computerId);
    });

    server.patch('/api/v0/sessions/:sessionId', { preHandler }, async ({ params, body }) => {
      const { sessionId } = parseInput(SessionParams, params);
      sessionOn(book, sessionId);
      const { sessionSettings } = parseInput(SessionPatch, body);
      return book.patch(sessionId, sessionSettings);
    });

    server.get('/api/v0/sessions/:sessionId/messages', { preHandler }, async ({ params, query }) => {
      const { sessionId } = parseInput(SessionParams, params);
      const { computerId, role } = parseInput(MessagesQuery, query);
      sessionOn(book, sessionId, computerId);
      const messages = book.messages(sessionId);
      const idOf = (place: number): string => messages?.idAt(place) ?? '';
      const page = pageOf(messages?.places(role) ?? [], pageQueryOf(query), { idOf });
      return { messages: page.items.map((place) => messages?.at(place)), pagination: page.pagination };
    });

    sessionPlanting(server, { world, fleet, book });
  };
}

function sessionOn(book: SessionBook, sessionId: string, computerId?: string): SingleSession {
  const session = book.find(sessionId);
  if (session === undefined || (computerId !== undefined && session.computerId !== computerId)) {
    throw new NotFoundError('there is no such session');
  }
  return session;
}
