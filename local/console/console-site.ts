import { callerOfClaims, type Caller } from '../../shared/kernel/access/caller.ts';
import { problemDocument, Problem } from '../../shared/kernel/api/problem.ts';
import { consolePaths, type ConsoleConfig } from '../../shared/kernel/contract/console-config.ts';
import { isEmail } from '../../shared/roster/email.ts';
import { plainAnswer, type ConsoleFiles } from './console-files.ts';
import type { ConsoleSessions, NewSession } from './console-sessions.ts';

export interface ConsoleSiteOptions {
  readonly sessions: ConsoleSessions;
  readonly files: () => ConsoleFiles | { readonly missing: string };
  /** Viewing as another person, in the demo only, whose people are made up. */
  readonly people: () => Promise<readonly string[]>;
  readonly hasSecret: (request: Request) => boolean;
  readonly port: () => number;
}

interface ConsoleSite {
  answer(request: Request): Promise<Response>;
  /** Undefined for calls from elsewhere. */
  callerOf(request: Request): Caller | undefined;
  /** A single-use sign-in address. */
  newLink(as?: Caller): string;
}

/** Pages elsewhere need a CORS preflight to send it, which is never granted. */
const keyHeader = 'curfew-console';
const bodyCharsMax = 2_000;

export function consoleSite(options: ConsoleSiteOptions): ConsoleSite {
  const { sessions, files } = options;
  const site: ConsoleSite = {
    async answer(request) {
      const { pathname } = new URL(request.url);
      if (pathname === consolePaths.config || pathname === '/session' || pathname.startsWith('/session/')) {
        return answerSession(request, pathname, { ...options, newLink: (as) => site.newLink(as) }).catch(problemAnswer);
      }
      if (request.method !== 'GET') {
        return plainAnswer('This address shows pages alone.\n', 405);
      }
      const built = files();
      return 'missing' in built
        ? plainAnswer(built.missing, 503)
        : built.answer(pathname, request.headers.get('accept-encoding') ?? '');
    },
    callerOf(request) {
      const session = sessionIn(request, options.port());
      return session && sessions.find(session);
    },
    newLink: (as) => `http://127.0.0.1:${options.port()}/sign-in#${sessions.newLink(as)}`,
  };
  return site;
}

type SessionTerms = ConsoleSiteOptions & Pick<ConsoleSite, 'newLink'>;

async function answerSession(request: Request, path: string, terms: SessionTerms): Promise<Response> {
  const { sessions, people } = terms;
  switch (`${request.method} ${path}`) {
    case `GET ${consolePaths.config}`:
      return jsonAnswer({ signIn: { kind: 'machine', people: await people() } } satisfies ConsoleConfig);
    case 'POST /session':
      return opened(sessions.open(textIn(await bodyOf(request), 'secret') ?? ''), terms.port());
    case 'DELETE /session': {
      sessions.end(provenSession(request, terms));
      return jsonAnswer({}, { 'set-cookie': cookieOf('', terms.port(), 0) });
    }
    case 'PUT /session/person': {
      const session = provenSession(request, terms);
      sessions.lookAs(session, await personIn(await bodyOf(request), terms));
      return jsonAnswer({});
    }
    case 'POST /session/links': {
      if (!terms.hasSecret(request)) {
        throw new Problem('not-identified', 'A link is given to the person who has the secret of this start');
      }
      return jsonAnswer({ link: terms.newLink(await personIn(await bodyOf(request), terms)) });
    }
    default:
      throw new Problem('not-found', 'There is nothing here');
  }
}

function opened(session: NewSession | undefined, port: number): Response {
  if (session === undefined) {
    throw new Problem(
      'not-identified',
      'This link was used before, or is older than an hour; get another one with: npx curfew console',
    );
  }
  return jsonAnswer({ key: session.key }, { 'set-cookie': cookieOf(session.cookie, port) });
}

/** The chosen demo person as a caller, as if by token; undefined for anyone else. */
async function personIn(body: unknown, { people }: SessionTerms): Promise<Caller | undefined> {
  const email = textIn(body, 'email');
  if (email === undefined) {
    return undefined;
  }
  const known = await people();
  if (known.length === 0) {
    throw new Problem('not-allowed', 'Only the demo can be looked at as another person: its people are made up');
  }
  if (!isEmail(email)) {
    throw new Problem('invalid-input', 'email must be an email', {
      fields: [{ field: 'email', problem: 'is no email' }],
    });
  }
  return callerOfClaims({ sub: email, email, emailVerified: true });
}

function provenSession(request: Request, { sessions, port }: SessionTerms): NewSession {
  const session = sessionIn(request, port());
  if (session === undefined || sessions.find(session) === undefined) {
    throw new Problem('not-identified', 'Not signed in here; get a link with: npx curfew console');
  }
  return session;
}

function sessionIn(request: Request, port: number): NewSession | undefined {
  const key = request.headers.get(keyHeader);
  const name = `${cookieName(port)}=`;
  const cookie = (request.headers.get('cookie') ?? '').split('; ').find((each) => each.startsWith(name));
  return key === null || cookie === undefined ? undefined : { key, cookie: cookie.slice(name.length) };
}

function cookieName(port: number): string {
  return `curfew-${port}`;
}

function cookieOf(value: string, port: number, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${cookieName(port)}=${value}; Path=/; HttpOnly; SameSite=Strict${age}`;
}

async function bodyOf(request: Request): Promise<unknown> {
  const text = await shortText(request);
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    throw new Problem('invalid-input', 'The body is no valid JSON');
  }
}

async function shortText({ body }: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > bodyCharsMax) {
      throw new Problem('too-large', 'The body is too large');
    }
  }
  return text + decoder.decode();
}

function textIn(body: unknown, field: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[field] : null;
  return typeof value === 'string' ? value : undefined;
}

function jsonAnswer(document: object, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(document, { headers: { 'cache-control': 'no-store', ...headers } });
}

function problemAnswer(error: unknown): Response {
  const problem = error instanceof Problem ? error : new Problem('failed', 'Something went wrong here; try again');
  return Response.json(problemDocument(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  });
}
