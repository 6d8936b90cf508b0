import { setTimeout as sleep } from 'node:timers/promises';

import type { Style } from '../../../terminal/style.ts';
import { commandMedia } from '../../contract/api-paths.ts';
import { type Route, operationRoutes } from '../../contract/routes.ts';
import { Problem, problemIn } from '../problem.ts';
import { namedIn, type CallTerms, type ApiClient, type Shown } from './api-client.ts';

/** One call before it is signed. */
export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface HttpClientOptions {
  /** Where the operations are: `http://127.0.0.1:4605/api`. */
  readonly address: string;
  /** Adds what proves the caller. */
  readonly sign: (request: ApiRequest) => Promise<Readonly<Record<string, string>>>;
  readonly style: Style;
  readonly json: boolean;
  /** The API cannot be reached: says so in words of the installation. */
  readonly unreachable: (error: unknown) => Error;
}

const timeoutMs = 60_000;
const rowsOfPage = '5000';
const triesMax = 4;

/** The API of an installation that runs somewhere else. */
export function httpClient(options: HttpClientOptions): ApiClient {
  const { style, json } = options;
  const call = async (wanted: Wanted): Promise<Answered> => answered(await requestOf(wanted, options), options);
  return {
    async show(id, given, terms = {}) {
      const accept = json ? commandMedia : `${commandMedia}; ${textTerms(style)}`;
      const wanted = { id, given: namedIn(given), terms, accept };
      const { content } = await call(json ? firstPage(wanted) : wanted);
      const shown = content as Shown<never>;
      if (!json) {
        return shown;
      }
      const more = async (cursor: string) => {
        const next = await call(firstPage({ ...wanted, given: { ...wanted.given, cursor } }));
        return (next.content as Shown<unknown>).document;
      };
      return { ...shown, text: '', document: (await wholeList(shown.document, more)) as never };
    },
    async read(id, given, terms = {}) {
      const wanted = firstPage({ id, given: namedIn(given), terms, accept: 'application/json' });
      const { content, version } = await call(wanted);
      const more = async (cursor: string) =>
        (await call(firstPage({ ...wanted, given: { ...wanted.given, cursor } }))).content;
      const document = (await wholeList(content, more)) as never;
      return { document, version };
    },
  };
}

interface Wanted {
  readonly id: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly terms: CallTerms;
  readonly accept: string;
}

interface Answered {
  readonly content: unknown;
  readonly version?: string;
}

/** A list is read page by page: no answer of the API has to be larger than it may be. */
function firstPage(wanted: Wanted): Wanted {
  return operationRoutes.get(wanted.id)?.isList === true
    ? { ...wanted, given: { limit: rowsOfPage, ...wanted.given } }
    : wanted;
}

async function wholeList(document: unknown, more: (cursor: string) => Promise<unknown>): Promise<unknown> {
  if (!isPage(document)) {
    return document;
  }
  const rows = [...document.rows];
  for (let page = document; page.next !== null;) {
    const following = await more(page.next);
    if (!isPage(following)) {
      break;
    }
    following.rows.forEach((row) => rows.push(row));
    page = following;
  }
  return { ...document, rows, next: null };
}

function isPage(document: unknown): document is { readonly rows: readonly unknown[]; readonly next: string | null } {
  return typeof document === 'object' && document !== null && 'rows' in document && 'next' in document;
}

function textTerms({ columns, hasBorders, colors, allRows }: Style): string {
  const flag = (isSet: boolean | undefined): string => (isSet === true ? '1' : '0');
  return `text=1; terminal=${flag(hasBorders)}; columns=${columns ?? 0}; colour=${flag(colors.isColorSupported)}; all=${flag(allRows)}`;
}

async function requestOf({ id, given, terms, accept }: Wanted, { address }: HttpClientOptions): Promise<ApiRequest> {
  const route = operationRoutes.get(id);
  if (route === undefined) {
    return Promise.reject(new Problem('not-found', `There is no operation ${id}`));
  }
  const { body, ...named } = given as Readonly<Record<string, string>> & { readonly body?: unknown };
  const text = body === undefined ? undefined : JSON.stringify(body);
  return {
    method: route.method,
    url: urlOf(address, route, named),
    headers: {
      accept,
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...(terms.seen !== undefined &&
        (terms.seen === 'absent' ? { 'if-none-match': '*' } : { 'if-match': `"${terms.seen}"` })),
      ...(terms.idempotencyKey !== undefined && { 'idempotency-key': terms.idempotencyKey }),
    },
    body: text,
  };
}

function urlOf(address: string, { path }: Route, named: Readonly<Record<string, string | undefined>>): URL {
  const inPath = new Set<string>();
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => {
    inPath.add(name);
    return encodeURIComponent(named[name] ?? '');
  });
  const url = new URL(`${address}${filled}`);
  for (const [name, value] of Object.entries(named)) {
    if (!inPath.has(name) && value !== undefined) {
      url.searchParams.set(name, value);
    }
  }
  return url;
}

async function answered(request: ApiRequest, { sign, unreachable }: HttpClientOptions): Promise<Answered> {
  const { url, method, body } = request;
  for (let tries = 1; ; tries += 1) {
    const headers = await sign(request);
    const init = {
      method,
      headers: { ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      body,
    };
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, init);
      text = await response.text();
    } catch (error) {
      throw unreachable(error);
    }
    if ((response.status === 429 || response.status === 503) && tries < triesMax) {
      await sleep(Math.min(Number(response.headers.get('retry-after')) || 1, 10) * 1_000);
      continue;
    }
    const content = jsonIn(text);
    if (response.ok && content !== undefined) {
      const [, version] = /^"([^"]*)"$/u.exec(response.headers.get('etag') ?? '') ?? [];
      return { content, version };
    }
    throw problemIn(content) ?? unreachable(new Error(`it answers ${response.status}`));
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
