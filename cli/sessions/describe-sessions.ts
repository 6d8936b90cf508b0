import type * as z from 'zod';

import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { creditsText } from '../../shared/kernel/texts/credits.ts';
import type {
  SessionCostDocument,
  SessionDocument,
  SessionShownDocument,
} from '../../shared/sessions/contract/sessions-contract.ts';
import { describeAction } from '../../shared/sessions/session-action.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

type Session = z.output<typeof SessionDocument>;

const titleCharsMax = 40;
const nothingYet = 'No session is known yet; "run sessions" looks for them.';

/** The first sessions of so many, as a table. */
export function describeSessions(shown: readonly Session[], count: number, style: Style): string {
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
  const rows = shown.map((session) => [
    session.session,
    statusText(session),
    knownCredits(session.credits),
    knownCredits(session.creditsWithChildren),
    grouped(session.messages),
    session.updatedAt,
    session.model ?? '',
    (session.title ?? '').slice(0, titleCharsMax),
  ]);
  return withRest(rows.length === 0 ? nothingYet : renderTable(columns, rows, style), count - shown.length);
}

/** All that is known of one session. */
export function describeSession({ actions, ...session }: z.input<typeof SessionShownDocument>, style: Style): string {
  const facts = Object.entries(session).map(([name, value]) => [
    name,
    value === null ? 'the platform did not say' : Array.isArray(value) ? value.join(', ') : String(value),
  ]);
  const done = actions.map((action) => [`action ${action.kind}`, describeAction(action)]);
  return renderTable([{ title: 'Session' }, { title: session.session }], [...facts, ...done], style);
}

/** What the first groups of so many have used. */
export function describeCosts(
  {
    by,
    costs,
    count,
  }: { readonly by: string; readonly costs: readonly z.output<typeof SessionCostDocument>[]; readonly count: number },
  style: Style,
): string {
  const columns = [
    { title: by },
    { title: 'Sessions', align: 'right' },
    { title: 'Credits', align: 'right' },
    { title: 'Not known', align: 'right' },
  ] as const;
  const rows = costs.map(({ name, sessions, credits, unknown }) => [
    name,
    grouped(sessions),
    creditsText(Math.round(credits)),
    grouped(unknown),
  ]);
  return withRest(rows.length === 0 ? nothingYet : renderTable(columns, rows, style), count - costs.length);
}

function withRest(text: string, more: number): string {
  return more > 0 ? `${text}\nAnd ${grouped(more)} more; --all shows every one.` : text;
}

function statusText({ status, completedAt, archivedAt }: Session): string {
  return archivedAt !== null ? 'archived' : completedAt !== null ? 'completed' : (status ?? 'not known');
}

function knownCredits(credits: number | null): string {
  return credits === null ? 'not known' : creditsText(Math.round(credits));
}
