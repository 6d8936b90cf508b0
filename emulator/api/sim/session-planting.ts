import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { DAY_MS, HISTORY_START_DAY } from '../../state/clock.ts';
import type { ComputerFleet } from '../../state/computers/computer-fleet.ts';
import { isJsonObject, type JsonObject } from '../../state/json.ts';
import { plantedMax } from '../../state/sessions/drawn/planted-sessions.ts';
import { type Character, characters } from '../../state/sessions/drawn/session-plan.ts';
import type { SessionBook } from '../../state/sessions/session-book.ts';
import { BadRequestError, parseInput } from '../http-error.ts';
import type { World } from '../world.ts';
import { emailOwner, momentSince } from './sim-routes.ts';

const creditsMax = 1_000_000_000_000;
const minutesMax = 366 * 1_440;
const childrenMax = 10;
const messagesMax = 5_000;
const textLengthMax = 20_000;

const SessionBody = z.strictObject({
  ownerEmail: z.string(),
  character: z.enum(characters.filter((one) => one !== 'child')).default('ordinary'),
  startedAt: momentSince(HISTORY_START_DAY * DAY_MS).optional(),
  minutes: z.int().min(1).max(minutesMax).optional(),
  credits: z.int().min(0).max(creditsMax).optional(),
  messages: z.int().min(1).max(messagesMax).optional(),
  children: z.int().min(0).max(childrenMax).default(0),
  title: z.string().max(textLengthMax).optional(),
  model: z.string().min(1).max(100).optional(),
  computer: z.string().optional(),
  tags: z.array(z.custom<JsonObject>(isJsonObject)).optional(),
});

const usual: Readonly<Record<Exclude<Character, 'child'>, { readonly minutes: number; readonly credits: number }>> = {
  ordinary: { minutes: 60, credits: 5_000 },
  long: { minutes: 4_320, credits: 20_000 },
  looping: { minutes: 1_440, credits: 50_000 },
  runaway: { minutes: 2_880, credits: 5_000_000 },
  pending: { minutes: 10_080, credits: 0 },
};

interface PlantingPlaces {
  readonly world: World;
  readonly fleet: ComputerFleet;
  readonly book: SessionBook;
}

/**
 * GET /__sim/sessions returns what the API does not show of listed sessions. POST plants one or a list: all are
 * validated before any is planted.
 */
export function sessionPlanting(server: FastifyInstance, { world, fleet, book }: PlantingPlaces): void {
  server.get('/__sim/sessions', async () => book.facts());

  server.post('/__sim/sessions', async ({ body }, reply) => {
    const bodies = Array.isArray(body) ? parseInput(z.array(SessionBody), body) : [parseInput(SessionBody, body)];
    const planned = bodies.map((session, index) => plannedSession({ world, fleet }, session, index));
    const planted = planned.map((session) => book.plant(session));
    if (planted.includes(undefined)) {
      throw new BadRequestError(`the emulator holds at most ${plantedMax} planted sessions`);
    }
    return reply.status(201).send(planted.map((session) => ({ sessionId: session?.sessionId })));
  });
}

function plannedSession(
  { world, fleet }: Pick<PlantingPlaces, 'world' | 'fleet'>,
  session: z.output<typeof SessionBody>,
  index: number,
): Parameters<SessionBook['plant']>[0] {
  const { character, startedAt, minutes, credits, children, title, model, messages, tags } = session;
  const computerId = session.computer === undefined ? undefined : fleet.findByName(session.computer)?.id;
  if (session.computer !== undefined && computerId === undefined) {
    throw new BadRequestError(`[${index}].computer: no computer has the name ${JSON.stringify(session.computer)}`);
  }
  return {
    ownerId: emailOwner(world, session.ownerEmail, `[${index}].ownerEmail`).id,
    character,
    startMs: startedAt ?? world.clock.now(),
    minutes: minutes ?? usual[character].minutes,
    credits: character === 'pending' ? 0 : (credits ?? usual[character].credits),
    children,
    title,
    model,
    computerId,
    messages,
    tags,
  };
}
