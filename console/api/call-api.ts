import type { OperationDocument, OperationGiven, OperationId } from '../../shared/kernel/contract/contracts.ts';
import { operationRoutes } from '../../shared/kernel/contract/routes.ts';
import { notationHeader, notationIn, writeCreditsAs } from '../../shared/kernel/texts/credits.ts';
import { ApiProblem, problemIn, unreachable } from './problem.ts';
import { session } from './session.ts';

export type { OperationDocument, OperationGiven, OperationId };

/** How a call is meant: the version that is edited, as it was read, and the key under which it may be repeated. */
export interface CallTerms {
  /** As `version` of what was read; `absent` for what must not be there yet. */
  readonly seen?: string | undefined;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** What the API answered, and when this browser got it. */
export interface ApiAnswer<Document> {
  readonly document: Document;
  /** Of what is shown, for the edit that may follow: give it as `seen`. */
  readonly version?: string;
}

const base = '/api';
const timeoutMs = 60_000;

/** Calls one operation of the API. Raises ApiProblem, and what the signal was aborted for. */
export async function callApi<Id extends OperationId>(
  id: Id,
  given: OperationGiven<Id>,
  terms: CallTerms = {},
): Promise<ApiAnswer<OperationDocument<Id>>> {
  const { url, init } = await requestOf(id, given as CallInput, terms);
  const response = await fetch(url, init).catch((error: unknown) => {
    if (terms.signal?.aborted === true) {
      throw error;
    }
    throw unreachable('The service does not answer');
  });
  const text = await response.text().catch(() => '');
  const content = jsonIn(text);
  if (!response.ok || content === undefined) {
    throw problemIn(content, response.status);
  }
  writeCreditsAs(notationIn(response.headers.get(notationHeader)));
  const [, version] = /^"([^"]*)"$/u.exec(response.headers.get('ETag') ?? '') ?? [];
  return { document: content as OperationDocument<Id>, version };
}

type CallInput = Readonly<Record<string, string | undefined>> & { readonly body?: unknown };

async function requestOf(id: string, { body, ...named }: CallInput, terms: CallTerms) {
  const route = operationRoutes.get(id);
  const proof = await session()?.headers();
  if (route === undefined || proof === undefined) {
    throw new ApiProblem('Nobody is signed in', { kind: 'not-identified', title: 'You are signed out', status: 401 });
  }
  const timeout = AbortSignal.timeout(timeoutMs);
  return {
    url: addressOf(route.path, named),
    init: {
      method: route.method,
      headers: {
        Accept: 'application/json',
        ...proof,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...versionHeader(terms.seen),
        ...(route.method === 'POST' && { 'Idempotency-Key': terms.idempotencyKey ?? crypto.randomUUID() }),
      },
      signal: terms.signal === undefined ? timeout : AbortSignal.any([terms.signal, timeout]),
      body: body === undefined ? undefined : JSON.stringify(body),
    },
  };
}

function versionHeader(seen: string | undefined): Readonly<Record<string, string>> {
  if (seen === undefined) {
    return {};
  }
  return seen === 'absent' ? { 'If-None-Match': '*' } : { 'If-Match': `"${seen}"` };
}

/** The address of an operation: parameters stand in its path, everything else in its query. */
function addressOf(path: string, named: Readonly<Record<string, string | undefined>>): string {
  const inPath = new Set<string>();
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => {
    inPath.add(name);
    return encodeURIComponent(named[name] ?? '');
  });
  const query = new URLSearchParams(
    Object.entries(named).flatMap(([name, value]) =>
      inPath.has(name) || value === undefined ? [] : [[name, value] as [string, string]],
    ),
  ).toString();
  return `${base}${filled}${query === '' ? '' : `?${query}`}`;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
