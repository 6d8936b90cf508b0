import type { JournalEntry, JournalValue } from '../../journal/journal-entry.ts';
import { PlatformUnavailableError } from '../../kernel/runs/ports.ts';
import { findSessions } from '../find-sessions.ts';
import { isEnded, type KnownSession } from '../known-session.ts';
import {
  actionId,
  changeOf,
  isAsAfter,
  isAsSent,
  isUnsettled,
  restorationOf,
  settingsFor,
  type TakenAction,
  type WantedAction,
} from '../session-action.ts';
import type { Session } from '../session.ts';
import { settleLater, settleSent, type ActionAnswer } from '../settle-action.ts';
import { isLate, type SessionWork } from './session-work.ts';

type ActionsById = Map<string, TakenAction>;

export interface Acted {
  readonly taken: ReadonlyMap<string, TakenAction>;
  readonly needless: ReadonlySet<string>;
}

export interface ActOrder {
  readonly due: readonly WantedAction[];
  readonly sessions: ReadonlyMap<string, KnownSession>;
  readonly taken: ReadonlyMap<string, TakenAction>;
}

/** Settles actions that earlier runs left open, restores what people asked for, then takes due actions. */
export async function actOnSessions(work: SessionWork, { due, sessions, taken: before }: ActOrder): Promise<Acted> {
  const taken: ActionsById = new Map(before);
  const needless = new Set<string>();
  for (const action of [...before.values()].filter(isUnsettled)) {
    if (isLate(work)) {
      return { taken, needless };
    }
    await (action.state === 'intended' ? settleOpen(work, taken, action) : restore(work, taken, action));
  }
  for (const wanted of due) {
    if (isLate(work)) {
      break;
    }
    const state = taken.get(actionId(wanted))?.state;
    const isOpen = state === undefined || state === 'put-off';
    if (isOpen && (await take(work, { taken, sessions }, wanted)) === 'needless') {
      needless.add(actionId(wanted));
    }
  }
  return { taken, needless };
}

async function take(
  work: SessionWork,
  { taken, sessions }: { readonly taken: ActionsById; readonly sessions: ReadonlyMap<string, KnownSession> },
  wanted: WantedAction,
): Promise<'taken' | 'needless'> {
  const { ports, run } = work;
  const { sessionId, kind, policy, reason } = wanted;
  const session = await findSession(work, sessionId);
  if (typeof session === 'string' || !isStillFound(work, sessions, session)) {
    return 'needless';
  }
  const change = changeOf(session, wanted, run.at);
  if (change === undefined) {
    return 'needless';
  }
  const { version: seen = 0, attempts = 0 } = taken.get(actionId(wanted)) ?? {};
  const about = { sessionId, kind, policy, reason, at: run.at, runId: run.runId };
  const intent: TakenAction = { ...about, ...change, state: 'intended', attempts: attempts + 1, version: seen + 1 };
  if (!(await ports.known.putAction(intent))) {
    return 'needless';
  }
  taken.set(actionId(intent), intent);
  const outcome = await ports.sessions.change(sessionId, settingsFor(session, change.after));
  const sent: ActionAnswer = {
    answer: outcome.kind,
    ...('problem' in outcome && { problem: outcome.problem }),
    session: await findSession(work, sessionId),
  };
  await write(work, taken, { ...intent, ...settleSent(intent, sent) });
  return 'taken';
}

/** The decision used the list: it must hold for the session's present state too. */
function isStillFound(
  { settings, run }: SessionWork,
  sessions: ReadonlyMap<string, KnownSession>,
  session: Session,
): boolean {
  const nowMs = Date.parse(run.at);
  const { sessionId, status } = session;
  const before = sessions.get(sessionId);
  if (before === undefined || isEnded(session, nowMs)) {
    return false;
  }
  const isSameStatus = before.status === status;
  const now = new Map(sessions).set(sessionId, {
    ...session,
    lastMessages: before.lastMessages,
    askedAtMs: nowMs,
    ...(isSameStatus && before.statusSinceMs !== undefined && { statusSinceMs: before.statusSinceMs }),
  });
  return findSessions(now, settings.sessions, nowMs).some((found) => found.session.sessionId === sessionId);
}

async function settleOpen(work: SessionWork, taken: ActionsById, action: TakenAction): Promise<void> {
  const session = await findSession(work, action.sessionId);
  if (session !== 'unread') {
    await write(work, taken, { ...action, ...settleLater(action, session === 'gone' ? undefined : session) });
  }
}

async function restore(work: SessionWork, taken: ActionsById, action: TakenAction): Promise<void> {
  const { ports, settings } = work;
  const { sessionId, kind } = action;
  const session = await findSession(work, sessionId);
  if (session === 'unread') {
    return;
  }
  if (session === 'gone') {
    await write(work, taken, { ...action, state: 'kept', problem: 'the platform has no such session any more' });
    return;
  }
  if (action.state === 'restoring' && !isAsAfter(session, action)) {
    await write(work, taken, { ...action, state: 'restored' });
    return;
  }
  const restoration = restorationOf(session, action, settings.sessions);
  if (restoration.kind === 'keep') {
    await write(work, taken, { ...action, state: 'kept', problem: restoration.reason });
    return;
  }
  const intent: TakenAction = { ...action, state: 'restoring', version: action.version + 1 };
  if (!(await ports.known.putAction(intent))) {
    return;
  }
  taken.set(actionId(intent), intent);
  const outcome = await ports.sessions.change(sessionId, restoration.fields);
  const after = await findSession(work, sessionId);
  const isBack = typeof after !== 'string' && (isAsSent(after, kind, restoration.fields) || !isAsAfter(after, action));
  if (isBack || (outcome.kind === 'answered' && after === 'unread')) {
    await write(work, taken, { ...intent, state: 'restored' });
  } else if (outcome.kind === 'refused') {
    await write(work, taken, { ...intent, state: 'kept', problem: outcome.problem });
  }
}

/** Journals an action's end, then stores it: after an interruption both are repeated under the same id. */
async function write({ ports, run }: SessionWork, taken: ActionsById, action: TakenAction): Promise<void> {
  const next = { ...action, version: action.version + 1 };
  if (next.state !== 'intended') {
    await ports.journal.append([entryOf(next, run.at)]);
  }
  if (await ports.known.putAction(next)) {
    taken.set(actionId(next), next);
  }
}

function entryOf(action: TakenAction, at: string): JournalEntry {
  const { sessionId, state, version, runId, by = 'curfew', kind, policy, reason, problem = null } = action;
  const [before, after] = [action.before, action.after].map((fields) => ({ ...fields }) as JournalValue);
  const isBack = state === 'restored' || state === 'kept';
  return {
    id: `session-action/${actionId(action)}/${version}`,
    at,
    kind: isBack ? 'session-restored' : 'session-acted',
    actor: by,
    runId,
    subject: `session:${sessionId}`,
    detail: { action: kind, policy, reason, state, problem, before: before ?? null, after: after ?? null },
  };
}

/** A session's present state; an error of one session does not end the run. */
async function findSession({ ports }: SessionWork, sessionId: string): Promise<Session | 'gone' | 'unread'> {
  try {
    return (await ports.sessions.find(sessionId)) ?? 'gone';
  } catch (error) {
    if (error instanceof PlatformUnavailableError) {
      return 'unread';
    }
    throw error;
  }
}
