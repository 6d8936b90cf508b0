import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import type { ComputerFleet } from '../../state/computers/computer-fleet.ts';
import { isJsonObject, type JsonObject } from '../../state/json.ts';
import { type SessionBook, sessionBook, type SingleSession } from '../../state/sessions/session-book.ts';
import { messageRoles } from '../../state/sessions/session-messages.ts';
import { requireRole } from '../auth.ts';
import { NotFoundError, parseInput } from '../http-error.ts';
import { pageOf, pageQueryOf } from '../paging.ts';
import { sessionPlanting } from '../sim/session-planting.ts';
import type { World } from '../world.ts';

const jsonObject = z.custom<JsonObject>(isJsonObject, 'must be an object');

/**
 * Fields writable by PATCH (platform-api.md, "Session settings", column "Writable by PATCH"), each optional; others are
 * refused.
 */
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
