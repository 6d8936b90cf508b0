import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { DAY_MS, HISTORY_DAYS_MAX, HISTORY_START_DAY } from '../../state/clock.ts';
import { userOf } from '../../state/members/member-changes.ts';
import type { Member } from '../../state/members/member.ts';
import { BadRequestError, NotFoundError, parseInput } from '../http-error.ts';
import type { World } from '../world.ts';

const rule = 'must be an ISO date and time or Unix milliseconds';

const Moment = z
  .union([z.number(), z.string()], { error: rule })
  .transform((value) => (typeof value === 'number' ? value : Date.parse(value)))
  .refine(Number.isInteger, rule);

export function momentSince(earliestMs: number) {
  return Moment.refine((ms) => ms >= earliestMs, `must not be before ${new Date(earliestMs).toISOString()}`);
}

/** The current roster user with an email. Throws BadRequestError naming the field. */
export function emailOwner(world: World, email: string, field: string): Member {
  const member = world.organization.findByEmail(email, world.clock.now());
  if (member === undefined) {
    throw new BadRequestError(`${field}: no one on the roster has the email ${JSON.stringify(email)}`);
  }
  return member;
}

const LAST_MS = (HISTORY_START_DAY + HISTORY_DAYS_MAX) * DAY_MS - 1;
const ClockBody = z.object({
  now: Moment.refine((ms) => ms <= LAST_MS, `must not be after ${new Date(LAST_MS).toISOString()}`),
});

/** GET and POST /__sim/clock. A running clock continues from where it is moved. */
export function clockRoutes({ clock, saved }: World): FastifyPluginAsync {
  const shown = (): object => {
    const nowMs = clock.now();
    return { now: new Date(nowMs).toISOString(), nowMs, standing: clock.standing };
  };
  return async (app) => {
    app.get('/__sim/clock', shown);
    app.post('/__sim/clock', (request) => {
      const { now } = parseInput(ClockBody, request.body);
      if (!clock.moveTo(now)) {
        throw new BadRequestError(`now: the clock does not go back; it is ${new Date(clock.now()).toISOString()}`);
      }
      saved.save('clock', { nowMs: now });
      return shown();
    });
  };
}

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
        throw new BadRequestError('email: another person on the roster has it');
      }
      const member = organization.post(user, clock.now());
      if (member === undefined) {
        throw new BadRequestError('id: no one has it');
      }
      return reply.code(201).send(userOf(seed, member, clock.now()));
    });
    app.delete('/__sim/users', (request, reply) => {
      const { email } = parseInput(RemoveQuery, request.query);
      if (!organization.remove(email, clock.now())) {
        throw new NotFoundError('email: no one on the roster has it');
      }
      return reply.code(204).send();
    });
  };
}
