import { calendarTokenId, type HookToken } from '../../hook/hook-token.ts';
import { callerOfMachine, type Caller } from '../../kernel/access/caller.ts';
import { type ApiContext, inProcessClient } from '../../kernel/api/perform-operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { dayOf } from '../../kernel/time/day.ts';
import { calendarText } from './calendar-text.ts';
import { readCalendar } from './read-calendar.ts';

/** What a calendar app gets at an address: the events that its person may see now; 404 for any address without one. */
export async function calendarAnswer(context: ApiContext, request: Request): Promise<Response> {
  const token = await tokenAt(context, new URL(request.url).pathname);
  if (token?.calendarVia === undefined) {
    return new Response('Not found\n', { status: 404 });
  }
  const caller = callerOf(token.calendarVia, token.email);
  const events = await readCalendar(inProcessClient({ ...context, caller })).catch(noneAllowed);
  // One text a day, so that its hash is the version of what is in it.
  const text = calendarText(events, Date.parse(dayOf(context.now())));
  const etag = `"${sha256(text)}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  return versionsIn(request).includes(etag)
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' } });
}

async function tokenAt({ installation }: ApiContext, path: string): Promise<HookToken | undefined> {
  const [, text = ''] = /\/calendar\/([\w-]+)\.ics$/u.exec(path) ?? [];
  const id = calendarTokenId(text);
  const token = id === undefined ? undefined : await installation.hookTokens.find(id);
  return token?.revokedAt === undefined ? token : undefined;
}

/** The person, without groups: these are known of a sign-in alone. */
function callerOf(via: NonNullable<HookToken['calendarVia']>, name: string): Caller {
  switch (via) {
    case 'machine':
      return callerOfMachine(name);
    case 'iam':
      return { name, principal: name, groups: [], via };
    case 'oidc':
      return { name, email: name, groups: [], via };
  }
}

/** A person who lost their roles loses the events, and keeps the address. */
function noneAllowed(error: unknown): readonly [] {
  if (error instanceof Problem && error.kind === 'not-allowed') {
    return [];
  }
  throw error;
}

function versionsIn({ headers }: Request): readonly string[] {
  return (headers.get('If-None-Match') ?? '').split(',').map((version) => version.trim().replace(/^W\//u, ''));
}
