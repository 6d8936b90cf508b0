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
import type { OperationDocument } from '../shared/kernel/contract/contracts.ts';
import { refuseForeign } from '../shared/kernel/runtime/refuse-foreign.ts';
import { systemClock } from '../shared/kernel/runtime/system-clock.ts';
import { installationPages } from '../shared/requests/api/pages/installation-pages.ts';
import type { LinkSigner } from '../shared/requests/ports.ts';
import type { Installation } from '../shared/wiring/installation.ts';
import { consoleSessions } from './console/console-sessions.ts';
import { consoleSite, type ConsoleSiteOptions } from './console/console-site.ts';
import type { FiguresOfLarge } from './figures/figures-of-large.ts';
import { loadMetricsFormat } from './metrics-push.ts';

const hookFile = join(import.meta.dirname, '..', 'cli', 'hook', 'curfew-hook.mjs');

/** Uploaded signed heads of many years. */
const bodyBytesMax = 64_000_000;

/** Slower calls are ended: 64 MB take a second locally. */
const callTimes = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
} as const;

/** A deployment's default total rate. */
const rate = { perSecond: 100, burst: 200 } as const;

interface AdminApiOptions {
  readonly installation: Installation;
  readonly port: number;
  readonly onError: (error: unknown) => void;
  readonly links: LinkSigner;
  readonly keep: AnswerKeep;
  /** Makes the figures of a large organization. */
  readonly figures: Pick<FiguresOfLarge, 'current' | 'prepare'>;
  readonly starter: RunStarter;
  readonly times?: {
    readonly headersTimeout: number;
    readonly requestTimeout: number;
    readonly connectionsCheckingInterval: number;
  };
  /** What Prometheus proves itself with. */
  readonly metricsToken: string;
  readonly console: Pick<ConsoleSiteOptions, 'files' | 'people'>;
}

export interface AdminApi {
  readonly address: string;
  readonly secret: string;
  newConsoleLink(): string;
  prepareConsole(): Promise<void>;
  readMetrics(): Promise<OperationDocument<'showMetrics'>['metrics']>;
  close(): Promise<void>;
}

/** Serves the admin API on this machine only, to callers with this start's secret. */
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
    elsewhere: options.figures.current,
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
  const { metricsToken } = options;
  return new Promise((resolve, reject) => {
    const answer: typeof app.fetch = (request, ...rest) =>
      foreignAnswer(request, listening) ??
      (new URL(request.url).pathname === '/metrics' ? scraped(app, request, { metricsToken, secret }) : undefined) ??
      (isOfApi(new URL(request.url).pathname) ? app.fetch(request, ...rest) : site.answer(request));
    const server = serve(
      { fetch: answer, hostname: '127.0.0.1', port, serverOptions: options.times ?? callTimes },
      ({ port: taken }) => {
        listening = taken;
        resolve({
          address: `http://127.0.0.1:${taken}/api`,
          secret,
          newConsoleLink: () => site.newLink(),
          prepareConsole: async () => prepare(app, { ...options, secret }),
          readMetrics: async () => metricsIn(await askedMetrics(app, secret)),
          close: async () => new Promise((done) => server.close(() => done())),
        });
      },
    );
    server.on('error', reject);
  });
}

/** The answer to Prometheus, who has a token of its own: the secret of a start is another one each time. */
async function scraped(
  app: ReturnType<typeof httpApi>,
  request: Request,
  { metricsToken, secret }: { readonly metricsToken: string; readonly secret: string },
): Promise<Response> {
  const given = request.headers.get('authorization');
  if (!isSecret(given, metricsToken) && !isSecret(given, secret)) {
    return new Response('The token of metrics.token is needed: Authorization: Bearer TOKEN\n', {
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  return metricsAnswer(await askedMetrics(app, secret));
}

async function askedMetrics(app: ReturnType<typeof httpApi>, secret: string): Promise<Response> {
  return app.request('/api/metrics', { headers: { authorization: `Bearer ${secret}` } });
}

async function metricsIn(answer: Response) {
  if (answer.status !== 200) {
    throw new Error(`the metrics could not be read: the admin API answered ${answer.status}`);
  }
  return ((await answer.json()) as OperationDocument<'showMetrics'>).metrics;
}

async function metricsAnswer(answer: Response): Promise<Response> {
  if (answer.status !== 200) {
    return answer;
  }
  const { prometheusText } = await loadMetricsFormat();
  return new Response(await prometheusText(await metricsIn(answer)), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  });
}

async function prepare(
  app: ReturnType<typeof httpApi>,
  { secret, figures, onError }: Pick<AdminApiOptions, 'figures' | 'onError'> & { readonly secret: string },
): Promise<void> {
  try {
    if (!(await figures.prepare())) {
      await app.request('/api/home', { headers: { authorization: `Bearer ${secret}` } });
    }
  } catch (error) {
    onError(error);
  }
}

function foreignAnswer(request: Request, port: number): Response | undefined {
  const headers = Object.fromEntries(request.headers);
  const { pathname } = new URL(request.url);
  // Mail links open pages, never operations.
  const isPage = !basePaths.some((base) => pathname.startsWith(base));
  // Their forms carry a token of the opened page, unreadable elsewhere; they send no origin.
  const isForm = request.method === 'POST' && pathname.startsWith(`${apiPaths.links}/`);
  const call = isForm
    ? { method: 'GET', headers: headers['host'] === undefined ? {} : { host: headers['host'] } }
    : { method: request.method, headers };
  const refusal = refuseForeign(call, { port, isPage });
  return refusal && new Response(`${refusal.text}\n`, { status: refusal.status, headers: { connection: 'close' } });
}

function isOfApi(path: string): boolean {
  return [...basePaths, apiPaths.links].some((each) => path === each || path.startsWith(`${each}/`));
}

function isSecret(authorization: string | null | undefined, secret: string): boolean {
  const [, given = ''] = /^Bearer ([\w-]{1,200})$/u.exec(authorization ?? '') ?? [];
  const [wanted, got] = [Buffer.from(secret), Buffer.from(given)];
  return wanted.length === got.length && timingSafeEqual(wanted, got);
}
