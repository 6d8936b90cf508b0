import { isSameValue } from '../../kernel/records/same-value.ts';
import type { Clock, Steps } from '../../kernel/runs/ports.ts';
import { asOf } from '../../kernel/runs/use-cases/job.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import { isNews, knownAfter, type KnownSession } from '../known-session.ts';
import type { SessionPlatform, SessionStore } from '../ports.ts';
import { isPastKeeping } from '../session-keeping.ts';
import { isFresh, openWalk, type SessionWalk } from '../session-walk.ts';
import type { Session } from '../session.ts';
import { listSessions } from './list-sessions.ts';

type KnownSessions = ReadonlyMap<string, KnownSession>;

/** The list of sessions as one walk has read it, that of this run or of another job's. */
export interface WalkedSessions {
  /** Those on the list, by id; while no walk has reached its end, those on it as far as is known. */
  readonly sessions: KnownSessions;
  /** What is to be stored of them; nothing where the walk is that of another run. */
  readonly changed: readonly KnownSession[];
  readonly walk: SessionWalk;
  readonly isOwn: boolean;
  /** Those whose status the list said. */
  readonly toldIds: ReadonlySet<string>;
}

/** A walk that began this long ago serves a run that needs one each hour; the one of the hour before does not. */
export const walkFreshMs = 30 * 60_000;

export function isRecent(walk: SessionWalk, nowMs: number): boolean {
  return isFresh(walk, nowMs, walkFreshMs);
}

/**
 * Walks the list of sessions once for all jobs: takes the walk of another run that is enough, goes on with one that
 * stopped at its deadline, or reads the list from its beginning. `storeWalk` stores what was read.
 */
export async function walkSessions(
  work: {
    readonly ports: {
      readonly clock: Clock;
      readonly steps: Steps;
      readonly sessions: Pick<SessionPlatform, 'pages' | 'find'>;
      readonly known: SessionStore;
    };
    readonly order: { readonly stopAtMs: number };
    readonly aheadMs: number;
  },
  terms: {
    /** As of when the walk begins, in Unix milliseconds. */
    readonly nowMs: number;
    readonly known: KnownSessions;
    /** Other sessions that must be on the list. */
    readonly others?: ReadonlyMap<string, { readonly sessionId: string; readonly updatedAtMs: number }>;
    /** Whether a stored walk serves. */
    readonly isEnough: (walk: SessionWalk, nowMs: number) => boolean;
    /** A walk that another job has begun is left to it. */
    readonly leavesOpen?: boolean;
  },
): Promise<WalkedSessions> {
  const { ports, order } = work;
  const { nowMs, known, others = new Map() } = terms;
  const stored = await ports.known.readWalk();
  const open = openWalk(stored, nowMs);
  const isLeft = open !== undefined && terms.leavesOpen === true;
  if (stored !== undefined && (isLeft || terms.isEnough(stored, nowMs))) {
    const told = [...known.values()].filter(({ askedAtMs }) => askedAtMs === stored.beganAtMs);
    return { sessions: listedOf(known), changed: [], walk: stored, isOwn: false, toldIds: idsOf(told) };
  }
  const {
    sessions: read,
    doubts,
    rest,
    isResumed,
  } = await ports.steps.run('sessions', async () =>
    listSessions(ports.sessions, new Map([...others, ...known]), nowMs, {
      from: open?.rest,
      isLate: () => ports.clock.now() >= order.stopAtMs,
    }),
  );
  const sessions = new Map([...read].map(([id, session]) => [id, mergedInto(known.get(id), session, nowMs)]));
  const isPart = isResumed || rest !== undefined;
  // Of a list that is read in parts, a session that it no longer names is found by its id.
  const unlisted = isPart ? [] : [...listedOf(known).values()].filter(({ sessionId }) => !sessions.has(sessionId));
  const facts = [...sessions.values(), ...unlisted.map(asUnlisted)];
  const { beganAtMs = nowMs, parts = 0, rest: before } = (isResumed ? open : undefined) ?? {};
  const walk = {
    beganAtMs,
    sessionCount: rest?.sessionCount ?? (before?.sessionCount ?? 0) + read.size,
    doubts,
    parts: parts + 1,
    ...(rest === undefined ? { endedAtMs: Date.parse(asOf(work)) } : { rest }),
  };
  return {
    sessions: isPart ? new Map([...listedOf(known), ...sessions]) : sessions,
    changed: facts.filter((session) => isToStore(session, known, nowMs)),
    walk,
    isOwn: true,
    toldIds: idsOf([...read.values()].filter(({ status }) => status !== undefined)),
  };
}

/** What is known of a session with what was read. Most are as before: one object of each is held. */
function mergedInto(before: KnownSession | undefined, read: Session, nowMs: number): KnownSession {
  const after = knownAfter(read, before, { nowMs, asked: false });
  return before !== undefined && isSameValue(before, after) ? before : after;
}

/** Whether a session is to be stored: it is news, and the table would keep it. */
export function isToStore(session: KnownSession, known: KnownSessions, nowMs: number): boolean {
  return !isPastKeeping(session, nowMs) && isNews(known.get(session.sessionId), session);
}

/** Stores a walk behind what it has read, so that a run that is stopped in between reads it again. */
export async function storeWalk(
  store: SessionStore,
  {
    changed,
    walk,
    isOwn,
  }: { readonly changed: readonly KnownSession[]; readonly walk: SessionWalk; readonly isOwn: boolean },
): Promise<void> {
  await store.put(changed);
  if (isOwn) {
    await store.putWalk(walk);
  }
}

/** Says that the walk goes on in the next run; undefined once it has reached the end of the list. */
export function describeOpenWalk({ rest }: SessionWalk): string | undefined {
  return rest === undefined
    ? undefined
    : `it is long, and was read up to session ${grouped(rest.sessionCount)}: the next run goes on there`;
}

export function asUnlisted(session: KnownSession): KnownSession {
  return { ...session, isUnlisted: true };
}

function idsOf(sessions: readonly Session[]): ReadonlySet<string> {
  return new Set(sessions.map(({ sessionId }) => sessionId));
}

function listedOf(known: KnownSessions): KnownSessions {
  return new Map([...known].filter(([, { isUnlisted }]) => isUnlisted !== true));
}
