import { Readable } from 'node:stream';

import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { dateOfDay, dayNumberAt, dayOfDate, HISTORY_START_DAY, HISTORY_DAYS_MAX } from '../../state/clock.ts';
import { isPresent } from '../../state/members/member.ts';
import { usualMonthCredits } from '../../state/usage/generated-demand.ts';
import { BadRequestError, parseInput } from '../http-error.ts';
import type { World } from '../world.ts';
import { emailOwner } from './sim-routes.ts';

/**
 * GET /__sim/usage?from&to: credits granted and refused per user and day with demand, today so far included. Ordered by
 * day, then user id; users without an email have null.
 */
export function usageRoutes(world: World): FastifyPluginAsync {
  return async (app) => {
    app.get('/__sim/usage', (request, reply) => {
      const { from, to } = request.query as Record<string, unknown>;
      const today = dayNumberAt(world.clock.now());
      const firstDay = Math.max(HISTORY_START_DAY, dayIn('from', from) ?? HISTORY_START_DAY);
      const lastDay = Math.min(today, dayIn('to', to) ?? today);
      const rows = Readable.from(chunksOf(world, firstDay, lastDay), { objectMode: false });
      return reply.type('application/json; charset=utf-8').send(rows);
    });
  };
}

function dayIn(name: string, value: unknown): number | undefined {
  const dayNumber = typeof value === 'string' ? dayOfDate(value) : undefined;
  if (value !== undefined && dayNumber === undefined) {
    throw new BadRequestError(`${name}: must be a date YYYY-MM-DD`);
  }
  return dayNumber;
}

function* chunksOf(world: World, firstDay: number, lastDay: number): Generator<string> {
  yield '[';
  let separator = '';
  for (let day = firstDay; day <= lastDay; day += 1) {
    const rows = rowsOf(world, day);
    if (rows.length > 0) {
      yield separator + rows.join(',');
      separator = ',';
    }
  }
  yield ']';
}

function rowsOf(world: World, dayNumber: number): readonly string[] {
  return world.organization.members().flatMap((member) => {
    const { grantedCredits, refusedCredits } = world.consumption.useOf(member, dayNumber);
    if (grantedCredits === 0 && refusedCredits === 0) {
      return [];
    }
    const email = member.listed ? member.email : null;
    return [JSON.stringify({ email, date: dateOfDay(dayNumber), granted: grantedCredits, refused: refusedCredits })];
  });
}

/** GET /__sim/usual-demand: average monthly demand of each working roster user, in roster order. */
export function usualDemandRoutes({ organization, clock }: World): FastifyPluginAsync {
  return async (app) => {
    app.get('/__sim/usual-demand', () =>
      organization
        .members()
        .filter((member) => member.listed && isPresent(member, clock.now()))
        .map((member) => ({ email: member.email, monthCredits: usualMonthCredits(member) }))
        .filter(({ monthCredits }) => monthCredits > 0),
    );
  };
}

/** GET /__sim/limits: each user's limit and its history, by roster email. */
export function limitsRoutes({ organization, limits }: World): FastifyPluginAsync {
  return async (app) => {
    app.get('/__sim/limits', () =>
      Object.fromEntries(
        organization.members().flatMap((member) => {
          const history = limits.historyOf(member.id);
          const limit = history.at(-1)?.limitCredits;
          const shown = history.map((change) => ({
            at: new Date(change.atMs).toISOString(),
            limit: change.limitCredits,
          }));
          return limit === undefined ? [] : [[member.email, { limit, history: shown }]];
        }),
      ),
    );
  };
}

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
 * POST /__sim/demand: users' demand. All rows are validated before any is stored. For a past day, it and later days are
 * settled again with the limits then in force.
 */
export function demandRoutes(world: World): FastifyPluginAsync {
  return async (app) => {
    app.post('/__sim/demand', (request, reply) => {
      const rows = parseInput(DemandBody, request.body);
      const members = rows.map((row, index) => emailOwner(world, row.email, `[${index}].email`));
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
