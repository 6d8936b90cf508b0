import { PlatformUnavailableError } from '../../kernel/runs/ports.ts';
import { isHourlyRun } from '../../kernel/runs/run-id.ts';
import { counted } from '../../kernel/texts/amounts.ts';
import { isEnded, isToAsk, knownAfter, type KnownSession, lookedAt } from '../known-session.ts';
import type { MessageFlags } from '../ports.ts';
import { type TakenAction, actionId } from '../session-action.ts';
import { leastCredits } from '../session-credits.ts';
import { isPastKeeping } from '../session-keeping.ts';
import type { SessionPolicyTerms } from '../session-policy.ts';
import type { SessionWalk } from '../session-walk.ts';
import { isLate, type SessionWork } from './session-work.ts';
import { asUnlisted, describeOpenWalk, isRecent, isToStore, walkSessions } from './walk-sessions.ts';

export interface CollectedSessions {
  readonly sessions: ReadonlyMap<string, KnownSession>;
  readonly changed: readonly KnownSession[];
  readonly walk: SessionWalk;
  readonly isOwn: boolean;
  readonly policies: readonly SessionPolicyTerms[];
  readonly taken: ReadonlyMap<string, TakenAction>;
  /** Why the list of sessions is not trusted. */
  readonly doubts: readonly string[];
  readonly problems: readonly string[];
}

/** The newest messages examined per session, and how many are read at most to find them. */
const newestMessages = 20;
const messagesMax = 2_000;

/** After this many failures in a row the platform is not called any more. */
const failuresMax = 3;

/** Walks the list, then reads the changed sessions, the most expensive first, and counts errors in messages of a few. */
export async function collectSessions(work: SessionWork): Promise<CollectedSessions> {
  const { ports, run } = work;
  const nowMs = Date.parse(run.at);
  const known = new Map((await ports.known.list()).map((session) => [session.sessionId, session]));
  const isEnough = isHourlyRun(run.runId) ? isRecent : () => false;
  const { sessions: listed, walk, isOwn, toldIds } = await walkSessions(work, { nowMs, known, isEnough });
  const sessions = new Map(listed);
  const asked = await ask(work, sessions, toldIds);
  const read = await readMessages(work, sessions);
  const unlisted = [...known.values(), ...asked.gone].filter(({ sessionId }) => !sessions.has(sessionId));
  const looked = [...sessions.values()].map((session) => lookedAt(session, nowMs));
  const open = describeOpenWalk(walk);
  return {
    sessions,
    changed: [...looked, ...unlisted.map(asUnlisted)].filter((session) => isToStore(session, known, nowMs)),
    walk,
    isOwn,
    policies: (await ports.policies.list()).records,
    taken: new Map((await ports.known.listActions()).map((action) => [actionId(action), action])),
    doubts: [...walk.doubts, ...(open === undefined ? [] : [open])],
    problems: [...asked.problems, ...read],
  };
}

type Sessions = Map<string, KnownSession>;

/** Asks for the status of sessions, which the list does not hold: `sessions` has the last known one. */
async function ask(work: SessionWork, sessions: Sessions, toldIds: ReadonlySet<string>) {
  const { ports, settings, run } = work;
  const nowMs = Date.parse(run.at);
  const gone: KnownSession[] = [];
  const toAsk = [...sessions.values()].filter((session) => {
    const { status: _known, ...listed } = session;
    return !toldIds.has(session.sessionId) && !isPastKeeping(session, nowMs) && isToAsk(listed, session, nowMs);
  });
  const problems = await eachOf(work, inTurn(toAsk, sessions, settings.sessions.asksMax), async (session) => {
    const found = await ports.sessions.find(session.sessionId);
    if (found === undefined) {
      sessions.delete(session.sessionId);
      gone.push(session);
      return;
    }
    sessions.set(session.sessionId, knownAfter(found, session, { nowMs, asked: true }));
  });
  return { problems, gone };
}

/** Percentage of requests spent on the sessions with the fewest messages. */
const quietPercent = 25;

/** The most suspicious sessions, and some of the quietest, oldest first: pending ones would otherwise never be read. */
function inTurn(toAsk: readonly KnownSession[], sessions: Sessions, countMax: number): readonly KnownSession[] {
  const loud = toAsk.toSorted(bySuspicion(sessions)).slice(0, Math.ceil((countMax * (100 - quietPercent)) / 100));
  const isLoud = new Set(loud.map(({ sessionId }) => sessionId));
  const quiet = toAsk
    .filter(({ sessionId }) => !isLoud.has(sessionId))
    .toSorted((a, b) => a.messageCount - b.messageCount || a.createdAtMs - b.createdAtMs);
  return [...loud, ...quiet.slice(0, countMax - loud.length)];
}

function bySuspicion(sessions: Sessions) {
  return (a: KnownSession, b: KnownSession): number => {
    const [first, second] = [a, b].map((each) => Number(each.status === 'running' || each.status === 'pending'));
    return (
      (second ?? 0) - (first ?? 0) ||
      (leastCredits(b, sessions) ?? 0) - (leastCredits(a, sessions) ?? 0) ||
      b.updatedAtMs - a.updatedAtMs
    );
  };
}

async function readMessages(work: SessionWork, sessions: Sessions): Promise<readonly string[]> {
  const { ports, settings, run } = work;
  const toRead = [...sessions.values()]
    .filter((session) => session.status !== 'idle' && !isEnded(session, Date.parse(run.at)))
    .filter(({ messageCount, lastMessages }) => messageCount > 0 && lastMessages?.ofCount !== messageCount)
    .toSorted((a, b) => errorsOf(b) - errorsOf(a) || newIn(b) - newIn(a));
  return eachOf(work, toRead.slice(0, settings.sessions.messageReadsMax), async (session) => {
    const messages = await ports.sessions.messages(session.sessionId, messagesMax);
    if (messages !== undefined) {
      sessions.set(session.sessionId, { ...session, lastMessages: lastOf(messages, session.messageCount) });
    }
  });
}

function errorsOf({ lastMessages }: KnownSession): number {
  return lastMessages?.errors ?? 0;
}

function newIn({ messageCount, lastMessages }: KnownSession): number {
  return messageCount - (lastMessages?.ofCount ?? 0);
}

function lastOf(messages: readonly MessageFlags[], ofCount: number): NonNullable<KnownSession['lastMessages']> {
  const newest = messages.toSorted((a, b) => b.createdAtMs - a.createdAtMs).slice(0, newestMessages);
  return { counted: newest.length, errors: newest.filter(({ isError }) => isError).length, ofCount };
}

/** Skips a session that cannot be read and returns the problem. */
async function eachOf(
  work: SessionWork,
  sessions: readonly KnownSession[],
  read: (session: KnownSession) => Promise<void>,
): Promise<readonly string[]> {
  let failed = 0;
  let inARow = 0;
  let last = '';
  for (const session of sessions) {
    if (inARow >= failuresMax || isLate(work)) {
      break;
    }
    try {
      await read(session);
      inARow = 0;
    } catch (error) {
      if (!(error instanceof PlatformUnavailableError)) {
        throw error;
      }
      failed += 1;
      inARow += 1;
      last = error.message;
    }
  }
  return failed === 0 ? [] : [`${counted(failed, 'session')} could not be read, and the next run asks again: ${last}`];
}
