import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { DAY_MS, HISTORY_DAYS_MAX, HISTORY_START_DAY } from '../../state/day.ts';
import { BadRequestError, parseInput } from '../http-error.ts';
import type { World } from '../world.ts';
import { Moment } from './moment.ts';

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
