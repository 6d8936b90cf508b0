import { randomOf } from '../../emulator/state/random.ts';
import { msPerDay, msPerMinute } from '../../shared/kernel/time/day.ts';

/*
 * The sessions of an organization as the platform lists them: each person has so many, one a day, the last one today.
 * A session works for three hours of its day, or without an end; four of five are then completed. One in twenty has
 * another as its child.
 */

interface Drawn {
  readonly sessionId: string;
  readonly person: number;
  readonly beginsMs: number;
  readonly workMs: number;
  readonly credits: number;
  readonly isCompleted: boolean;
  readonly childId: string | undefined;
}

interface SessionOrder {
  readonly users: number;
  readonly perUser: number;
  /** So many of each person work all day. */
  readonly atWork: number;
  /** The first moment of the day that is measured, in Unix milliseconds. */
  readonly dayMs: number;
}

const usualMs = 180 * msPerMinute;
const hourMs = 60 * msPerMinute;
const minutesPerMessage = 6;

/** Answers calls about sessions as of a moment in Unix milliseconds; undefined for other calls. */
export function listedSessions(order: SessionOrder) {
  const drawn = drawSessions(order);
  const byId = new Map(drawn.map((each) => [each.sessionId, each]));
  const listed = (nowMs: number) =>
    drawn.filter(({ beginsMs }) => beginsMs <= nowMs && beginsMs > nowMs - order.perUser * msPerDay);
  return (url: URL, nowMs: number): Response | undefined => {
    const [, id = '', part] = /^\/api\/v0\/sessions(?:\/([^/]+))?(\/messages)?$/u.exec(url.pathname) ?? [undefined];
    if (!url.pathname.startsWith('/api/v0/sessions')) {
      return undefined;
    }
    if (part !== undefined) {
      return Response.json({ messages: [], pagination: { hasMore: false } });
    }
    if (id !== '') {
      const found = byId.get(id);
      return found === undefined ? new Response(null, { status: 404 }) : Response.json(single(found, nowMs, byId));
    }
    const limit = Number(url.searchParams.get('limit') ?? 20);
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const sessions = listed(nowMs);
    const page = sessions.slice(from, from + limit).map((session) => shown(session, nowMs, byId));
    const more = from + limit < sessions.length;
    return Response.json({
      sessions: page,
      pagination: more ? { hasMore: true, nextCursor: String(from + limit) } : { hasMore: false },
    });
  };
}

/** In the order of their beginning, so that a new one is listed behind those before. */
function drawSessions({ users, perUser, atWork, dayMs }: SessionOrder): readonly Drawn[] {
  const days = Array.from({ length: 2 * perUser }, (_, index) => index - 2 * perUser + 2);
  return days
    .flatMap((day) =>
      Array.from({ length: users }, (_, person) => {
        const random = randomOf(7, 'bench-session', person, day);
        const isAtWork = day > -atWork;
        const childId = random.chance(0.05) && person > 0 ? idOf(person - 1, day) : undefined;
        return {
          sessionId: idOf(person, day),
          person,
          beginsMs: dayMs + day * msPerDay + 7 * hourMs + random.integer(0, 9 * 60) * msPerMinute,
          workMs: isAtWork ? 2 * perUser * msPerDay : usualMs,
          credits: random.integer(1_000, 60_000),
          isCompleted: random.chance(0.8),
          childId,
        };
      }),
    )
    .toSorted((a, b) => a.beginsMs - b.beginsMs);
}

function idOf(person: number, day: number): string {
  const random = randomOf(7, 'bench-session-id', person, day);
  const hex = (digits: number) => Array.from({ length: digits }, () => random.integer(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}

function shown(session: Drawn, nowMs: number, byId: ReadonlyMap<string, Drawn>) {
  const { sessionId, beginsMs, isCompleted, childId, person } = session;
  const endsMs = beginsMs + session.workMs;
  const child = childId === undefined ? undefined : byId.get(childId);
  const inclusive = usedBy(session, nowMs) + (child === undefined ? 0 : usedBy(child, nowMs));
  return {
    sessionId,
    messageCount: Math.floor((workedMs(session, nowMs) / msPerMinute + minutesPerMessage) / minutesPerMessage),
    createdAt: beginsMs,
    updatedAt: Math.min(nowMs, endsMs),
    title: `Fix what the checks found in service ${person % 97}`,
    ...(isCompleted && nowMs >= endsMs && { completedAt: endsMs }),
    sessionSettings: {
      model: person % 3 === 0 ? 'model-large' : 'model-small',
      tokenUsage: { serviceCredits: usedBy(session, nowMs) },
      inclusiveTokenUsage: { serviceCredits: inclusive },
      ...(childId !== undefined && { childInclusiveTokenUsageBySessionId: { [childId]: {} } }),
    },
  };
}

function single(session: Drawn, nowMs: number, byId: ReadonlyMap<string, Drawn>) {
  return { ...shown(session, nowMs, byId), status: nowMs < session.beginsMs + session.workMs ? 'running' : 'idle' };
}

function workedMs({ beginsMs, workMs }: Drawn, nowMs: number): number {
  return Math.max(0, Math.min(workMs, nowMs - beginsMs));
}

function usedBy(session: Drawn, nowMs: number): number {
  return Math.floor((session.credits * workedMs(session, nowMs)) / usualMs);
}
