import { setTimeout as sleep } from 'node:timers/promises';

import { operationCall, readAnswer, type CallTerms } from '../../contract/operation-call.ts';
import { operationRoutes } from '../../contract/routes.ts';
import { Problem, problemIn } from '../problem.ts';
import { namedIn, type ApiClient } from './api-client.ts';

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
  /** The API cannot be reached: says so in words of the installation. */
  readonly unreachable: (error: unknown) => Error;
}

const timeoutMs = 60_000;
const rowsOfPage = '5000';
const triesMax = 4;

/** The API of an installation that runs somewhere else. */
export function httpClient(options: HttpClientOptions): ApiClient {
  const call = async (wanted: Wanted): Promise<Answered> => answered(requestOf(wanted, options), options);
  return {
    isRunning: true,
    async read(id, given, terms = {}) {
      const wanted = { id, given: namedIn(given), terms };
      if (operationRoutes.get(id)?.isList !== true || 'limit' in wanted.given) {
        return (await call(wanted)) as Answered & { readonly document: never };
      }
      const page = async (cursor: object) =>
        call({ ...wanted, given: { ...wanted.given, limit: rowsOfPage, ...cursor } });
      const { document, version } = await page({});
      const more = async (cursor: string) => (await page({ cursor })).document;
      return { document: (await wholeList(document, more)) as never, version };
    },
  };
}

interface Wanted {
  readonly id: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly terms: CallTerms;
}

interface Answered {
  readonly document: unknown;
  readonly version?: string;
}

/** A list is read page by page: no answer of the API has to be larger than it may be. */
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

function requestOf({ id, given, terms }: Wanted, { address }: HttpClientOptions): ApiRequest {
  const called = operationCall(id, given, terms);
  if (called === undefined) {
    throw new Problem('not-found', `There is no operation ${id}`);
  }
  return { ...called, url: new URL(`${address}${called.address}`) };
}

async function answered(request: ApiRequest, { sign, unreachable }: HttpClientOptions): Promise<Answered> {
  const { url, method, body } = request;
  for (let tries = 1; ; tries += 1) {
    const headers = await sign(request);
    const init = { method, headers: { ...headers }, signal: AbortSignal.timeout(timeoutMs), body };
    let response: Response;
    let answer: Awaited<ReturnType<typeof readAnswer>>;
    try {
      response = await fetch(url, init);
      answer = await readAnswer(response);
    } catch (error) {
      throw unreachable(error);
    }
    if ((response.status === 429 || response.status === 503) && tries < triesMax) {
      await sleep(Math.min(Number(response.headers.get('retry-after')) || 1, 10) * 1_000);
      continue;
    }
    const { content, version } = answer;
    if (response.ok && content !== undefined) {
      return { document: content, version };
    }
    throw problemIn(content) ?? unreachable(new Error(`it answers ${response.status}`));
  }
}
