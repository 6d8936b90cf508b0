import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { serve } from '@hono/node-server';

import type { AnswerKeep } from '../shared/explanation/use-cases/snapshots/share-answers.ts';
import { hookReports } from '../shared/hook/api/hook-reports.ts';
import { callerOfMachine } from '../shared/kernel/access/caller.ts';
import { httpApi } from '../shared/kernel/api/http/http-api.ts';
import type { RunStarter } from '../shared/kernel/api/operation.ts';
import { basePaths, apiPaths } from '../shared/kernel/contract/api-paths.ts';
import { refuseForeign } from '../shared/kernel/runtime/refuse-foreign.ts';
import { systemClock } from '../shared/kernel/runtime/system-clock.ts';
import { installationPages } from '../shared/requests/api/pages/installation-pages.ts';
import type { LinkSigner } from '../shared/requests/use-cases/ports.ts';
import type { Installation } from '../shared/wiring/installation.ts';
import { consoleSessions } from './console/console-sessions.ts';
import { consoleSite, type ConsoleSiteOptions } from './console/console-site.ts';

/** What people put on their machines. */
const hookFile = join(import.meta.dirname, '..', 'cli', 'hook', 'curfew-hook.mjs');

/** Signed heads of many years, which are given as a file. */
const bodyBytesMax = 64_000_000;

/** In milliseconds, as Node's server takes them. */
interface CallTimes {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
}

/** A call whose headers or body come slower than that is ended: 64 MB take a second on the machine itself. */
const callTimes = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
} as const;

/** As much as a deployment takes of everybody, unless its configuration says otherwise. */
const rate = { perSecond: 100, burst: 200 } as const;

interface AdminApiOptions {
  readonly installation: Installation;
  readonly port: number;
  readonly onError: (error: unknown) => void;
  /** Reads the links of mails, whose pages are served too. */
  readonly links: LinkSigner;
  /** Where the first page of the console outlives a start. */
  readonly keep: AnswerKeep;
  /** Starts the runs that are asked for, and those that what hooks reported asks for. */
  readonly starter: RunStarter;
  /** How long headers and body of a call may take. */
  readonly times?: CallTimes;
  /** The built console, and whom one may look at it as. */
  readonly console: Pick<ConsoleSiteOptions, 'files' | 'people'>;
}

/** The admin API while it listens. */
export interface AdminApi {
  /** Where the operations are. */
  readonly address: string;
  /** What proves that the caller can read this start's files. */
  readonly secret: string;
  /** The address of the console that signs one browser in. */
  newConsoleLink(): string;
  /** Has the first page of the console made, so that nobody waits for it. Must not reject. */
  prepareConsole(): Promise<void>;
  close(): Promise<void>;
}

/** Serves the admin API on this machine alone, to whoever has the secret of this start. */
export async function startAdminApi({ installation, port, ...options }: AdminApiOptions): Promise<AdminApi> {
  const { onError, starter } = options;
  const secret = randomBytes(32).toString('base64url');
  const caller = callerOfMachine(userInfo().username);
  let listening = port;
  const site = consoleSite({
    ...options.console,
    sessions: consoleSessions(caller, () => systemClock.now()),
    hasSecret: (request) => isSecret(request.headers.get('Authorization'), secret),
    port: () => listening,
  });
  const app = httpApi({
    installation,
    now: () => systemClock.now(),
    identify: (context) =>
      isSecret(context.req.header('Authorization'), secret) ? caller : site.callerOf(context.req.raw),
    onError,
    starter,
    keep: options.keep,
    bodyBytesMax,
    rate,
    pages: installationPages(installation, options.links),
    hooks: hookReports(installation, {
      clock: systemClock,
      start: async (run) => starter.start(run),
      onError,
      file: () => readFileSync(hookFile, 'utf8'),
    }),
  });
  return new Promise((resolve, reject) => {
    const answer: typeof app.fetch = (request, ...rest) =>
      foreignAnswer(request, listening) ??
      (isOfApi(new URL(request.url).pathname) ? app.fetch(request, ...rest) : site.answer(request));
    const server = serve(
      { fetch: answer, hostname: '127.0.0.1', port, serverOptions: options.times ?? callTimes },
      ({ port: taken }) => {
        listening = taken;
        resolve({
          address: `http://127.0.0.1:${taken}/api`,
          secret,
          newConsoleLink: () => site.newLink(),
          prepareConsole: async () => prepare(app, secret, onError),
          close: async () => new Promise((done) => server.close(() => done())),
        });
      },
    );
    server.on('error', reject);
  });
}

async function prepare(
  app: ReturnType<typeof httpApi>,
  secret: string,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    await app.request('/api/home', { headers: { authorization: `Bearer ${secret}` } });
  } catch (error) {
    onError(error);
  }
}

/** What a page of somebody else makes a browser send is refused before the admin API sees it. */
function foreignAnswer(request: Request, port: number): Response | undefined {
  const headers = Object.fromEntries(request.headers);
  const { pathname } = new URL(request.url);
  // Links in mails open pages, and never an operation.
  const isPage = !basePaths.some((base) => pathname.startsWith(base));
  // Their forms carry a token of the page that was opened, which no other page can read; no origin is sent along.
  const isForm = request.method === 'POST' && pathname.startsWith(`${apiPaths.links}/`);
  const call = isForm
    ? { method: 'GET', headers: headers['host'] === undefined ? {} : { host: headers['host'] } }
    : { method: request.method, headers };
  const refusal = refuseForeign(call, { port, isPage });
  return refusal && new Response(`${refusal.text}\n`, { status: refusal.status, headers: { connection: 'close' } });
}

/** What the console does not answer: the operations, the pages behind links of mails, and what hooks call. */
function isOfApi(path: string): boolean {
  return [...basePaths, apiPaths.links].some((each) => path === each || path.startsWith(`${each}/`));
}

function isSecret(authorization: string | null | undefined, secret: string): boolean {
  const [, given = ''] = /^Bearer ([\w-]{1,200})$/u.exec(authorization ?? '') ?? [];
  const [wanted, got] = [Buffer.from(secret), Buffer.from(given)];
  return wanted.length === got.length && timingSafeEqual(wanted, got);
}
