import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { dayOfDate, HISTORY_DAYS_MAX, HISTORY_START_DAY } from '../../state/day.ts';
import type { Member } from '../../state/members/member.ts';
import type { CoreWorld } from '../core-world.ts';
import { BadRequestError } from '../http-error.ts';
import { parseInput } from '../parse.ts';

const ROWS_MAX = 1_000_000;
const CREDITS_MAX = 1_000_000_000_000;

const Day = z.string().transform((date, context) => {
  const dayNumber = dayOfDate(date);
  if (dayNumber === undefined || dayNumber < HISTORY_START_DAY || dayNumber >= HISTORY_START_DAY + HISTORY_DAYS_MAX) {
    context.addIssue({ code: 'custom', message: 'must be a date YYYY-MM-DD from 2026-01-14 on' });
    return z.NEVER;
  }
  return dayNumber;
});
const DemandRow = z.object({
  email: z.string(),
  date: Day,
  credits: z.int().min(0).max(CREDITS_MAX),
  model: z.string().min(1).max(100).optional(),
});
const DemandBody = z.array(DemandRow).max(ROWS_MAX);

/**
 * POST /__sim/demand: what users want to consume. All rows are judged before any is taken. A day that is over may be
 * posted too: it and the days after it are settled anew, with the limits that were in force then.
 */
export function demandRoutes(world: CoreWorld): FastifyPluginAsync {
  return async (app) => {
    app.post('/__sim/demand', (request, reply) => {
      const rows = parseInput(DemandBody, request.body);
      const members = rows.map((row, index) => memberOf(world, row.email, index));
      rows.forEach(({ date, credits, model }, index) => {
        const member = members[index];
        if (member !== undefined) {
          world.demand.post(member.id, date, { credits, model });
          world.consumption.forget(member.id, date);
        }
      });
      world.demand.keep();
      return reply.code(201).send({ posted: rows.length });
    });
  };
}

function memberOf(world: CoreWorld, email: string, index: number): Member {
  const member = world.organization.findByEmail(email, world.clock.now());
  if (member === undefined) {
    throw new BadRequestError(`[${index}].email: nobody on the roster has the email ${JSON.stringify(email)}`);
  }
  return member;
}
