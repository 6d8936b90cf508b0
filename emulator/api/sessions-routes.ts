import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { fleetComputerIds } from '../state/computers/generated-fleet.ts';
import { type SessionBook, sessionBook, type SingleSession } from '../state/sessions/session-book.ts';
import { messageRoles } from '../state/sessions/session-messages.ts';
import { SessionPatch } from '../state/sessions/writable-settings.ts';
import { requireRole } from './auth.ts';
import { NotFoundError } from './http-error.ts';
import { pageOf, pageQueryOf } from './paging.ts';
import { parseInput } from './parse.ts';
import type { World } from './world.ts';

const ComputerQuery = z.object({ computerId: z.string().optional() });
const MessagesQuery = ComputerQuery.extend({ role: z.enum(messageRoles).optional() });
const SessionParams = z.object({ sessionId: z.string() });

/**
 * platform-api.md: GET /api/v0/sessions, GET and PATCH /api/v0/sessions/{sessionId},
 * GET /api/v0/sessions/{sessionId}/messages. `GET /__sim/sessions` tells owner and course of each session.
 */
export function sessionsRoutes(world: World): FastifyPluginAsync {
  return async (server) => {
    const book = sessionBook(world, fleetComputerIds(world.seed));
    const preHandler = requireRole();

    server.get('/api/v0/sessions', { preHandler }, async ({ query }) => {
      const { computerId } = parseInput(ComputerQuery, query);
      const page = pageOf(book.list(computerId), pageQueryOf(query), ({ sessionId }) => sessionId);
      return { sessions: page.items, pagination: page.pagination };
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
      const messages = (book.messages(sessionId) ?? [])
        .filter((entry) => role === undefined || entry.role === role)
        .map(({ message }) => message);
      const page = pageOf(messages, pageQueryOf(query), ({ id }) => id);
      return { messages: page.items, pagination: page.pagination };
    });

    server.get('/__sim/sessions', async () =>
      book.plans().map(({ sessionId, ownerEmail, character }) => ({ sessionId, ownerEmail, character })),
    );
  };
}

/** The session, when there is one and, if a computer is named, when it is connected to that one. */
function sessionOn(book: SessionBook, sessionId: string, computerId?: string): SingleSession {
  const session = book.find(sessionId);
  if (session === undefined || (computerId !== undefined && session.computerId !== computerId)) {
    throw new NotFoundError('there is no such session');
  }
  return session;
}
