import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { controlsHistory, postedRevisionsMax } from '../../state/controls/controls-history.ts';
import { isJsonObject, type JsonObject } from '../../state/json.ts';
import { requireRole } from '../auth.ts';
import { BadRequestError, parseInput } from '../http-error.ts';
import { pageOf, pageQueryOf } from '../paging.ts';
import type { World } from '../world.ts';

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
export function controlsRoutes(world: World, order: HistoryOrder = 'newest-first'): FastifyPluginAsync {
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
