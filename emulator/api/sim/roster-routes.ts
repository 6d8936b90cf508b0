import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { userOf } from '../../state/members/member-changes.ts';
import { BadRequestError, NotFoundError, parseInput } from '../http-error.ts';
import type { World } from '../world.ts';

const NAME_LENGTH_MAX = 20_000;
const EMAIL_LENGTH_MAX = 320;

const UserBody = z.object({
  email: z.string().trim().min(1).max(EMAIL_LENGTH_MAX).includes('@'),
  id: z.string().optional(),
  firstName: z.string().max(NAME_LENGTH_MAX).optional(),
  lastName: z.string().max(NAME_LENGTH_MAX).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  twin: z.boolean().optional(),
});
const RemoveQuery = z.object({ email: z.string({ error: 'required, once' }) });

/** POST /__sim/users adds or changes a user now; DELETE /__sim/users?email= removes one from the roster. */
export function rosterRoutes(world: World): FastifyPluginAsync {
  const { organization, clock, seed } = world;
  return async (app) => {
    app.post('/__sim/users', (request, reply) => {
      const user = parseInput(UserBody, request.body);
      const owner = organization.findByEmail(user.email, clock.now());
      if (user.id !== undefined && owner !== undefined && owner.id !== user.id) {
        throw new BadRequestError('email: somebody else on the roster has it');
      }
      const member = organization.post(user, clock.now());
      if (member === undefined) {
        throw new BadRequestError('id: nobody has it');
      }
      return reply.code(201).send(userOf(seed, member, clock.now()));
    });
    app.delete('/__sim/users', (request, reply) => {
      const { email } = parseInput(RemoveQuery, request.query);
      if (!organization.remove(email, clock.now())) {
        throw new NotFoundError('email: nobody on the roster has it');
      }
      return reply.code(204).send();
    });
  };
}
