import { z } from 'zod';

import type { World } from '../../../api/world.ts';
import { dayNumberAt, MINUTE_MS } from '../../clock.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import { randomUuid, randomOf } from '../../random.ts';
import { characters, type PlanOrigin } from './session-plan.ts';

export const plantedMax = 20_000;

const Record = z.object({
  sessionId: z.string(),
  ownerId: z.string(),
  character: z.enum(characters),
  startMs: z.number(),
  minutes: z.number(),
  credits: z.number(),
  children: z.number(),
  stopMinute: z.number().optional(),
  title: z.string().optional(),
  model: z.string().optional(),
  computerId: z.string().optional(),
  messages: z.number().optional(),
  tags: z.array(z.custom<JsonObject>(isJsonObject)).optional(),
});
/** A planted session. Its demand is spread evenly over its minutes, on top of its owner's. */
export type PlantedSession = z.output<typeof Record>;

export interface PlantedSessions {
  /** Undefined when there are too many. */
  readonly plant: (session: Omit<PlantedSession, 'sessionId'>) => PlantedSession | undefined;
  /** Ends a session's demand at a minute since 1970; no-op for unplanted sessions and `Infinity`. */
  stop(sessionId: string, minute: number): void;
  origins(): readonly PlanOrigin[];
}

/** Registers the planted sessions of a world in its demand. */
export function plantedSessions(world: World): PlantedSessions {
  const planted = new Map(
    z
      .array(Record)
      .parse(world.saved.load('planted-sessions') ?? [])
      .map((session) => [session.sessionId, session]),
  );
  const put = (session: PlantedSession): void => {
    planted.set(session.sessionId, session);
    if (session.credits > 0) {
      const { minutes, credits, stopMinute = Infinity } = session;
      world.demand.plant(session.ownerId, session.sessionId, {
        fromMinute: fromMinuteOf(session),
        minutes,
        credits,
        stopMinute,
      });
    }
  };
  const keep = (): void => world.saved.save('planted-sessions', { toJSON: () => [...planted.values()] });
  planted.forEach(put);
  return {
    plant(session) {
      if (planted.size >= plantedMax) {
        return undefined;
      }
      const sessionId = randomUuid(randomOf(world.seed, 'planted-session', planted.size, session.ownerId));
      put({ ...session, sessionId });
      world.consumption.forget(session.ownerId, dayNumberAt(session.startMs));
      keep();
      return { ...session, sessionId };
    },
    stop(sessionId, minute) {
      const session = planted.get(sessionId);
      if (session !== undefined && session.stopMinute === undefined && minute < Infinity) {
        put({ ...session, stopMinute: minute });
        keep();
      }
    },
    origins: () =>
      [...planted.values()].flatMap((session) => {
        const owner = world.organization.findById(session.ownerId);
        return owner === undefined ? [] : [{ ...originOf(session), owner }];
      }),
  };
}

function originOf(session: PlantedSession): Omit<PlanOrigin, 'owner'> {
  const { sessionId, character, startMs, minutes, title, model, computerId, messages, tags } = session;
  const from = fromMinuteOf(session);
  return {
    label: sessionId,
    plantedId: sessionId,
    character,
    createdMs: startMs,
    stretch: { from, until: from + minutes },
    planted: { title, model, computerId, messages, tags },
    childCount: session.children,
  };
}

function fromMinuteOf({ startMs }: PlantedSession): number {
  return Math.floor(startMs / MINUTE_MS);
}
