import type { World } from '../../api/world.ts';
import { dateOfDay, MINUTE_MS, MINUTES_PER_DAY } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import type { Member } from '../members/member.ts';
import { creditMeter } from './credit-meter.ts';
import { type PlantedSession, plantedSessions } from './drawn/planted-sessions.ts';
import { listedDaysOf } from './drawn/session-calendar.ts';
import { detailsSource } from './drawn/session-details.ts';
import { type Character, ownBy, type PlanContext, type SessionPlan } from './drawn/session-plan.ts';
import { type ListedSessions, listOf, sessionListing } from './session-listing.ts';
import { sessionMarks } from './session-marks.ts';
import {
  type Conversation,
  messageAt,
  messageIdAt,
  messagePlaces,
  type MessageRole,
  type SessionMessage,
} from './session-messages.ts';
import {
  type CreatedSession,
  messageCountOf,
  minuteOf,
  type SessionItem,
  sessionItem,
  type SessionMoment,
  type SessionStatus,
  sessionStatus,
} from './session-view.ts';

export type SingleSession = SessionItem & { readonly status: SessionStatus };

/** What the API does not show of a session. */
interface SessionFacts {
  readonly sessionId: string;
  readonly ownerId: string;
  /** Null for ids never on the roster. */
  readonly ownerEmail: string | null;
  readonly character: Character;
  readonly parentId?: string;
  /** The session's own granted credits by UTC day, without children; days without are absent. */
  readonly creditsByDay: Readonly<Record<string, number>>;
}

interface SessionMessages {
  /** Oldest first. */
  places(role?: MessageRole): readonly number[];
  idAt(place: number): string;
  at(place: number): SessionMessage;
}

export interface SessionBook {
  /** With a computer's id: only its sessions. */
  list(computerId?: string): ListedSessions;
  readonly itemOf: (session: CreatedSession) => SessionItem;
  find(sessionId: string): SingleSession | undefined;
  messages(sessionId: string): SessionMessages | undefined;
  /** Replaces settings field by field. Undefined for an unknown session. */
  patch(sessionId: string, settings: JsonObject): SingleSession | undefined;
  /** Undefined when there are too many. */
  plant(session: Omit<PlantedSession, 'sessionId'>): PlantedSession | undefined;
  facts(): readonly SessionFacts[];
}

/** `computerOf`: the computer of an owner's session with a label, if any. */
export function sessionBook(
  world: World,
  computerOf: (owner: Member, label: string) => string | undefined,
): SessionBook {
  const { coverage, creditScale, lagMinutes } = world.sessionFigures;
  const marks = sessionMarks(world.saved);
  const meter = creditMeter(world.consumption, { coverage, creditScale, lagMinutes });
  const context: PlanContext = { seed: world.seed, meter, stopOf: marks.stopOf };
  const planted = plantedSessions(world);
  const listing = sessionListing({ world, context, planted, archivings: () => marks.archivings() });
  const detailsOf = detailsSource({
    seed: world.seed,
    modelPosted: ({ owner, stretch }) => world.demand.of(owner, Math.floor(stretch.from / MINUTES_PER_DAY)).model,
    computerOf: ({ owner, label }) => computerOf(owner, label),
    // With few listed days, open sessions must not vanish.
    completion: listedDaysOf(world.size) < 14 ? 1 : 0.8,
    creditsExpected: ({ owner, plantedId, stretch }) => coverage * meter.wanted({ owner, plantedId }, stretch),
  });
  const moment = (): SessionMoment => ({
    asOfMs: world.clock.now() - lagMinutes * MINUTE_MS,
    meter,
    creditScale,
    detailsOf,
    markOf: marks.of,
  });
  const created = (sessionId: string): CreatedSession | undefined => listing.find(sessionId, moment().asOfMs);
  const single = (session: CreatedSession): SingleSession => {
    const { sessionId, ...item } = sessionItem(moment(), session);
    return { sessionId, status: sessionStatus(moment(), session), ...item };
  };
  return {
    list(computerId) {
      const listed = listing.at(moment().asOfMs);
      return computerId === undefined
        ? listed
        : listOf(listed.sessions.filter(({ plan }) => detailsOf(plan).computerId === computerId));
    },
    itemOf: (session) => sessionItem(moment(), session),
    find: (sessionId) => mapped(created(sessionId), single),
    messages: (sessionId) =>
      mapped(created(sessionId), (session) =>
        messagesOf({ seed: world.seed, session, details: detailsOf(session.plan) }, moment()),
      ),
    patch: (sessionId, settings) =>
      mapped(created(sessionId), (session) => {
        const updatedAtMs = sessionItem(moment(), session).updatedAt;
        marks.put(sessionId, settings, { nowMs: world.clock.now(), updatedAtMs });
        planted.stop(sessionId, marks.stopOf(sessionId));
        marks.keep((id) => created(id) !== undefined);
        return single(session);
      }),
    plant: planted.plant,
    facts: () => factsOf(listing.at(moment().asOfMs).sessions, minuteOf(moment())),
  };
}

function messagesOf(conversation: Conversation, moment: SessionMoment): SessionMessages {
  const count = messageCountOf(moment, conversation.session.plan);
  return {
    places: (role) => messagePlaces(conversation, count, role),
    idAt: (place) => messageIdAt(conversation, place),
    at: (place) => messageAt(conversation, place),
  };
}

function factsOf(sessions: readonly CreatedSession[], minute: number): readonly SessionFacts[] {
  const parents = new Map(
    sessions.flatMap(({ plan }) => plan.children.map((child) => [child.sessionId, plan.sessionId] as const)),
  );
  return sessions.map(({ plan }) => {
    const parentId = parents.get(plan.sessionId);
    return {
      sessionId: plan.sessionId,
      ownerId: plan.owner.id,
      ownerEmail: plan.owner.listed ? plan.owner.email : null,
      character: plan.character,
      parentId,
      creditsByDay: creditsByDay(plan, minute),
    };
  });
}

function creditsByDay(plan: SessionPlan, minute: number): Readonly<Record<string, number>> {
  const { from, until } = plan.stretch;
  const firstDay = Math.floor(from / MINUTES_PER_DAY);
  const lastDay = Math.max(firstDay, Math.floor((Math.min(until, minute) - 1) / MINUTES_PER_DAY));
  const days = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index);
  const by = (at: number): number => ownBy(plan, Math.min(at, minute));
  return Object.fromEntries(
    days
      .map((day) => [dateOfDay(day), by((day + 1) * MINUTES_PER_DAY) - by(day * MINUTES_PER_DAY)] as const)
      .filter(([, credits]) => credits > 0),
  );
}

function mapped<T, R>(value: T | undefined, map: (value: T) => R): R | undefined {
  return value === undefined ? undefined : map(value);
}
