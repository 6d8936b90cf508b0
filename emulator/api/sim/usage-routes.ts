import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { dateOfDay, dayNumberAt, dayOfDate, HISTORY_START_DAY } from '../../state/day.ts';
import type { CoreWorld } from '../core-world.ts';
import { BadRequestError } from '../http-error.ts';

/**
 * GET /__sim/usage?from&to: what each user was granted and refused on each day with any demand, today so far included.
 * Rows are ordered by day and then by user id; those few without any email have null there.
 */
export function usageRoutes(world: CoreWorld): FastifyPluginAsync {
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

function* chunksOf(world: CoreWorld, firstDay: number, lastDay: number): Generator<string> {
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

function rowsOf(world: CoreWorld, dayNumber: number): readonly string[] {
  return world.organization.members().flatMap((member) => {
    const { grantedCredits, refusedCredits } = world.consumption.useOf(member, dayNumber);
    if (grantedCredits === 0 && refusedCredits === 0) {
      return [];
    }
    const email = member.listed ? member.email : null;
    return [JSON.stringify({ email, date: dateOfDay(dayNumber), granted: grantedCredits, refused: refusedCredits })];
  });
}
