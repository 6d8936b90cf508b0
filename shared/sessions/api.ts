import type { Operations, OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { plainText } from '../kernel/texts/plain-text.ts';
import { sessionsContract } from './contract/sessions-contract.ts';
import type { KnownSession } from './known-session.ts';
import { describeAction, type TakenAction } from './session-action.ts';
import { creditsOf, sessionCosts } from './session-credits.ts';
import { matchesPattern } from './session-policy.ts';
import type { SessionStatus } from './session.ts';
import { wantRestore } from './use-cases/restore-session.ts';

type SessionsById = ReadonlyMap<string, KnownSession>;

const operations: Operations<typeof sessionsContract> = {
  async listSessions(work, patterns) {
    const known = await readKnown(work);
    const rows = [...known.values()]
      .filter((session) => isWanted(session, patterns))
      .toSorted((a, b) => (creditsOf(b, known).inclusive ?? -1) - (creditsOf(a, known).inclusive ?? -1))
      .map((session) => sessionDocument(session, known));
    return { document: { rows, next: null, count: rows.length } };
  },

  async showSession(work, { session: id }) {
    const known = await readKnown(work);
    const session = sessionNamed(known, id);
    const actions = await work.installation.knownSessions.listActions();
    const own = actions.filter(({ sessionId }) => sessionId === session.sessionId);
    return { document: { ...sessionDocument(session, known), actions: own.map(actionDocument) } };
  },

  async listSessionCosts(work, { by = 'session' }) {
    const rows = sessionCosts(await readKnown(work), by);
    return { document: { rows, next: null, count: rows.length } };
  },

  async requestRestore(work, { session: id }) {
    const { knownSessions } = work.installation;
    const { sessionId } = sessionNamed(await readKnown(work), id);
    const wanted = await wantRestore(knownSessions, sessionId, work.caller.name);
    if (wanted.kind === 'nothing') {
      const before = wanted.actions.map((action) => `${action.kind}: ${describeAction(action)}`);
      const why = `Curfew has changed nothing of the session ${sessionId} that could be put back`;
      throw new Problem('conflict', plainText([why, ...before].join('; ')));
    }
    return { document: { session: sessionId, actions: wanted.actions.map(actionDocument) } };
  },
};

/** Sessions, their costs, and what is done about them. */
export const sessions = { contract: sessionsContract, operations };

async function readKnown({ installation }: OperationWork): Promise<SessionsById> {
  const known = await installation.knownSessions.list();
  return new Map(known.map((session) => [session.sessionId, session]));
}

/** The session of an id, or of the only one that begins so. Raises CommandError. */
function sessionNamed(known: SessionsById, id: string): KnownSession {
  const found = known.get(id);
  const beginning = [...known.values()].filter(({ sessionId }) => sessionId.startsWith(id));
  const session = found ?? (beginning.length === 1 ? beginning[0] : undefined);
  if (session === undefined) {
    const why =
      beginning.length > 1 ? `${beginning.length} sessions begin so; give more of the id` : 'no such session is known';
    throw new Problem('not-found', plainText(`"${id}": ${why}; see "npx curfew sessions list"`));
  }
  return session;
}

function isWanted(
  session: KnownSession,
  {
    status,
    model,
    tag,
    computer,
  }: { readonly status?: SessionStatus; readonly model?: string; readonly tag?: string; readonly computer?: string },
): boolean {
  const matches = (pattern: string | undefined, texts: readonly (string | undefined)[]): boolean =>
    pattern === undefined || texts.some((text) => text !== undefined && matchesPattern(text, pattern));
  return (
    (status === undefined || session.status === status) &&
    matches(model, [session.model]) &&
    matches(computer, [session.computerId]) &&
    matches(
      tag,
      (session.tags ?? []).map(({ name }) => name),
    )
  );
}

function actionDocument({ before, after, ...action }: TakenAction) {
  return { ...action, before: { ...before }, after: { ...after } };
}

/** A session as the JSON documents show it; null: the platform did not say. */
function sessionDocument(session: KnownSession, known: SessionsById) {
  const { own, inclusive } = creditsOf(session, known);
  const { sessionId, status, model, computerId, title, messageCount, createdAtMs, updatedAtMs, completedAtMs } =
    session;
  return {
    session: sessionId,
    status: status ?? null,
    credits: own ?? null,
    creditsWithChildren: inclusive ?? null,
    messages: messageCount,
    model: model ?? null,
    computer: computerId ?? null,
    title: title ?? null,
    tags: (session.tags ?? []).map(({ name }) => name),
    children: session.childIds,
    createdAt: new Date(createdAtMs).toISOString(),
    updatedAt: new Date(updatedAtMs).toISOString(),
    completedAt: completedAtMs === undefined ? null : new Date(completedAtMs).toISOString(),
    archivedAt: session.archivedAt ?? null,
  };
}
