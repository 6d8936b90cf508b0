import { z } from 'zod';
import type { World } from '../../api/world.ts';
import { DAY_MS, dayNumberAt } from '../day.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { sampledRoster } from '../sampled-roster.ts';
import { listedDays, plansOfDay } from './session-calendar.ts';
import { messagesOf, type RoledMessage } from './session-messages.ts';
import type { SessionPlan } from './session-plan.ts';
import {
  type SessionItem,
  sessionItem,
  type SessionMoment,
  type SessionPatchMark,
  type SessionStatus,
  sessionStatus,
  visibleMessages,
} from './session-view.ts';

/** A session as get and update answer it. */
export type SingleSession = SessionItem & { readonly status: SessionStatus };

/** Sessions of the last fourteen days before the clock's now. */
export interface SessionBook {
  /** Newest start first; with a computer's id, only those connected to it. */
  list(computerId?: string): readonly SessionItem[];
  find(sessionId: string): SingleSession | undefined;
  /** Oldest first. Undefined for an unknown session. */
  messages(sessionId: string): readonly RoledMessage[] | undefined;
  /** Puts the given settings in place of the former ones, field by field. Undefined for an unknown session. */
  patch(sessionId: string, settings: JsonObject): SingleSession | undefined;
  /** What the API does not show: the owners of the sessions, and the courses they take. */
  plans(): readonly SessionPlan[];
}

const Marks = z.record(
  z.string(),
  z.object({
    settings: z.custom<JsonObject>(isJsonObject),
    patchedAtMs: z.number(),
    stoppedAtMs: z.number().optional(),
  }),
);

/** `computerIds` are those of the generated fleet; some sessions are connected to one. */
export function sessionBook(world: World, computerIds: readonly string[]): SessionBook {
  const visiblePlans = planSource(world, computerIds);
  let marks: Readonly<Record<string, SessionPatchMark>> = Marks.parse(world.saved.load('sessions') ?? {});

  const momentOf = (plan: SessionPlan): SessionMoment => ({
    plan,
    nowMs: world.clock.now(),
    markOf: (sessionId) => marks[sessionId],
  });
  const planOf = (id: string): SessionPlan | undefined => visiblePlans().find(({ sessionId }) => sessionId === id);
  const single = (plan: SessionPlan): SingleSession => {
    const { sessionId, ...item } = sessionItem(momentOf(plan));
    return { sessionId, status: sessionStatus(momentOf(plan)), ...item };
  };
  const keepMark = (plan: SessionPlan, settings: JsonObject): void => {
    const listed = new Set(visiblePlans().map(({ sessionId }) => sessionId));
    const kept = Object.entries(marks).filter(([sessionId]) => listed.has(sessionId));
    marks = { ...Object.fromEntries(kept), [plan.sessionId]: markAfter(momentOf(plan), settings) };
    world.saved.save('sessions', marks);
  };

  return {
    list: (computerId) =>
      visiblePlans()
        .filter((plan) => computerId === undefined || plan.computerId === computerId)
        .map((plan) => sessionItem(momentOf(plan))),
    find: (sessionId) => mapped(planOf(sessionId), single),
    messages: (sessionId) =>
      mapped(planOf(sessionId), (plan) => messagesOf(world.seed, plan, visibleMessages(momentOf(plan)))),
    patch: (sessionId, settings) =>
      mapped(planOf(sessionId), (plan) => {
        keepMark(plan, settings);
        return single(plan);
      }),
    plans: visiblePlans,
  };
}

function markAfter(moment: SessionMoment, settings: JsonObject): SessionPatchMark {
  const before = moment.markOf(moment.plan.sessionId);
  const archives = settings['archivedAt'] !== undefined;
  return {
    settings: { ...before?.settings, ...settings },
    // Also on a manual clock an update moves updatedAt.
    patchedAtMs: Math.max(moment.nowMs, sessionItem(moment).updatedAt + 1),
    stoppedAtMs: before?.stoppedAtMs ?? (archives ? moment.nowMs : undefined),
  };
}

/** The plans that have begun and are still listed, newest first. Days are drawn once and dropped when they are past. */
function planSource(world: World, computerIds: readonly string[]): () => readonly SessionPlan[] {
  const byDay = new Map<number, readonly SessionPlan[]>();
  const usersAt = sampledRoster(world.organization, 7);
  const plansOn = (day: number): readonly SessionPlan[] => {
    const drawn = byDay.get(day);
    if (drawn !== undefined) {
      return drawn;
    }
    const users = usersAt(day * DAY_MS);
    const plans = plansOfDay({ seed: world.seed, day, users, computerIds });
    byDay.set(day, plans);
    return plans;
  };
  return () => {
    if (world.empty) {
      return [];
    }
    const nowMs = world.clock.now();
    const today = dayNumberAt(nowMs);
    for (const day of byDay.keys()) {
      if (day < today - listedDays) {
        byDay.delete(day);
      }
    }
    return Array.from({ length: listedDays + 1 }, (_, age) => today - listedDays + age)
      .flatMap(plansOn)
      .filter(({ startMs }) => startMs <= nowMs && startMs > nowMs - listedDays * DAY_MS)
      .sort((a, b) => b.startMs - a.startMs || (a.sessionId < b.sessionId ? -1 : 1));
  };
}

function mapped<T, R>(value: T | undefined, map: (value: T) => R): R | undefined {
  return value === undefined ? undefined : map(value);
}
