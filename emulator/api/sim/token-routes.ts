import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { issueToken, ROLES } from '../auth.ts';
import { parseInput } from '../http-error.ts';

const LIFETIME_SECONDS_DEFAULT = 3_600;
const LIFETIME_SECONDS_MAX = 31_536_000;
const TokenBody = z.object({
  role: z.enum(ROLES),
  lifetimeSeconds: z.int().min(1).max(LIFETIME_SECONDS_MAX).default(LIFETIME_SECONDS_DEFAULT),
});

/** POST /__sim/token: a JWT of a role. It expires by the system's clock: moving the emulator's leaves it valid. */
export const tokenRoutes: FastifyPluginAsync = async (app) => {
  app.post('/__sim/token', (request, reply) => {
    const { role, lifetimeSeconds } = parseInput(TokenBody, request.body);
    return reply.code(201).send({ token: issueToken(role, lifetimeSeconds) });
  });
};
