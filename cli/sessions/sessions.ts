import type { KnownSession } from '../../shared/domain/sessions/known-session.ts';
import type { TakenAction } from '../../shared/domain/sessions/session-action.ts';
import { sessionCosts, type CostGroup } from '../../shared/domain/sessions/session-costs.ts';
import { creditsOf } from '../../shared/domain/sessions/session-credits.ts';
import { matchesPattern } from '../../shared/domain/sessions/session-policy.ts';
import type { SessionStatus } from '../../shared/domain/sessions/session.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';

export interface SessionListOptions {
  readonly status?: SessionStatus;
  readonly model?: string;
  readonly tag?: string;
  readonly computer?: string;
  readonly limit: number;
  readonly all?: boolean;
}

export interface CostOptions {
  readonly by: CostGroup;
  readonly limit: number;
  readonly all?: boolean;
}

type Known = ReadonlyMap<string, KnownSession>;

const titleCharsMax = 40;
const nothingYet = 'No session is known yet; "run sessions" looks for them.';

/** `sessions list`: those that the last runs saw, the dearest first; those whose credits are not known come last. */
export async function listKnownSessions(context: CommandContext, options: SessionListOptions): Promise<ExitCode> {
  const known = await readKnown(context);
  const wanted = [...known.values()]
    .filter((session) => isWanted(session, options))
    .toSorted((a, b) => (creditsOf(b, known).inclusive ?? -1) - (creditsOf(a, known).inclusive ?? -1));
  const shown = options.all === true ? wanted : wanted.slice(0, options.limit);
  const columns = [
    { title: 'Session' },
    { title: 'Status' },
    { title: 'Credits', align: 'right' },
    { title: 'With children', align: 'right' },
    { title: 'Messages', align: 'right' },
    { title: 'Updated' },
    { title: 'Model' },
    { title: 'Title', isMinor: true },
  ] as const;
  const rows = shown.map((session) => {
    const { own, inclusive } = creditsOf(session, known);
    const { sessionId, messageCount, updatedAtMs, model = '', title = '' } = session;
    return [
      sessionId,
      statusText(session),
      creditsText(own),
      creditsText(inclusive),
      grouped(messageCount),
      new Date(updatedAtMs).toISOString().slice(0, 16),
      model,
      title.slice(0, titleCharsMax),
    ];
  });
  const more = wanted.length - shown.length;
  const text = rows.length === 0 ? nothingYet : renderTable(columns, rows, context.style);
  context.tell({
    json: shown.map((session) => sessionDocument(session, known)),
    text: more > 0 ? `${text}\nAnd ${grouped(more)} more; --all shows every one.` : text,
  });
  return exitCodes.done;
}

/** `sessions show ID`. */
export async function showSession(context: CommandContext, id: string): Promise<ExitCode> {
  const { known, actions } = await withInstallation(context, async ({ knownSessions }) => ({
    known: byId(await knownSessions.list()),
    actions: await knownSessions.listActions(),
  }));
  const session = sessionNamed(known, id);
  const own = actions.filter(({ sessionId }) => sessionId === session.sessionId);
  const document = sessionDocument(session, known);
  const facts = Object.entries(document).map(([name, value]) => [
    name,
    value === null ? 'the platform did not say' : Array.isArray(value) ? value.join(', ') : String(value),
  ]);
  const done = own.map((action) => [`action ${action.kind}`, actionText(action)]);
  context.tell({
    json: { ...document, actions: own },
    text: renderTable([{ title: 'Session' }, { title: session.sessionId }], [...facts, ...done], context.style),
  });
  return exitCodes.done;
}

/** `sessions costs`. */
export async function showCosts(context: CommandContext, { by, limit, all }: CostOptions): Promise<ExitCode> {
  const known = await readKnown(context);
  const costs = sessionCosts(known, by);
  const shown = all === true ? costs : costs.slice(0, limit);
  const columns = [
    { title: by },
    { title: 'Sessions', align: 'right' },
    { title: 'Credits', align: 'right' },
    { title: 'Not known', align: 'right' },
  ] as const;
  const rows = shown.map(({ name, sessions, credits, unknown }) => [
    name,
    grouped(sessions),
    grouped(Math.round(credits)),
    grouped(unknown),
  ]);
  const more = costs.length - shown.length;
  const text = rows.length === 0 ? nothingYet : renderTable(columns, rows, context.style);
  context.tell({ json: shown, text: more > 0 ? `${text}\nAnd ${grouped(more)} more; --all shows every one.` : text });
  return exitCodes.done;
}

/** The session of an id, or of the only one that begins so. Raises CommandError. */
export function sessionNamed(known: Known, id: string): KnownSession {
  const found = known.get(id);
  const beginning = [...known.values()].filter(({ sessionId }) => sessionId.startsWith(id));
  const session = found ?? (beginning.length === 1 ? beginning[0] : undefined);
  if (session === undefined) {
    const why =
      beginning.length > 1 ? `${beginning.length} sessions begin so; give more of the id` : 'no such session is known';
    throw new CommandError(plainText(`"${id}": ${why}; see "sessions list"`));
  }
  return session;
}

export function byId(sessions: readonly KnownSession[]): Known {
  return new Map(sessions.map((session) => [session.sessionId, session]));
}

/** An action in words. */
export function actionText({ state, policy, reason, problem }: TakenAction): string {
  return `${state}, by the policy “${policy}”: ${reason}${problem === undefined ? '' : ` (${problem})`}`;
}

async function readKnown(context: CommandContext): Promise<Known> {
  return withInstallation(context, async ({ knownSessions }) => byId(await knownSessions.list()));
}

function isWanted(session: KnownSession, { status, model, tag, computer }: SessionListOptions): boolean {
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

/** A session as the JSON documents show it; null: the platform did not say. */
function sessionDocument(session: KnownSession, known: Known) {
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

function statusText({ status, completedAtMs, archivedAt }: KnownSession): string {
  return archivedAt !== undefined ? 'archived' : completedAtMs !== undefined ? 'completed' : (status ?? 'not known');
}

function creditsText(credits: number | undefined): string {
  return credits === undefined ? 'not known' : grouped(Math.round(credits));
}
