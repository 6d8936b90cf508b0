import type { OperationDocument, OperationGiven, OperationId } from '../../shared/kernel/contract/contracts.ts';
import type { OldFiguresNote } from '../../shared/kernel/contract/figures-header.ts';
import {
  operationCall,
  readAnswer,
  type CallTerms as OperationTerms,
} from '../../shared/kernel/contract/operation-call.ts';
import { ApiProblem, problemIn, unreachable } from './problem.ts';
import { session } from './session.ts';

export type { OperationDocument, OperationGiven, OperationId };

export interface CallTerms extends OperationTerms {
  readonly signal?: AbortSignal;
}

/** What the API answered, and when this browser got it. */
export interface ApiAnswer<Document> {
  readonly document: Document;
  /** Of what is shown, for the edit that may follow: give it as `seen`. */
  readonly version?: string;
  /** Set where its figures are the last ones while newer ones are made. */
  readonly old?: OldFiguresNote;
}

const base = '/api';
const timeoutMs = 60_000;

/** Calls one operation of the API. Raises ApiProblem, and what the signal was aborted for. */
export async function callApi<Id extends OperationId>(
  id: Id,
  given: OperationGiven<Id>,
  terms: CallTerms = {},
): Promise<ApiAnswer<OperationDocument<Id>>> {
  const { url, init } = await requestOf(id, given, terms);
  const response = await fetch(url, init).catch((error: unknown) => {
    if (terms.signal?.aborted === true) {
      throw error;
    }
    throw unreachable('The service does not answer');
  });
  const { content, version, old }: Awaited<ReturnType<typeof readAnswer>> = await readAnswer(response).catch(
    () => ({}),
  );
  if (!response.ok || content === undefined) {
    throw problemIn(content, response.status);
  }
  return { document: content as OperationDocument<Id>, version, old };
}

async function requestOf(id: string, given: unknown, { signal, ...terms }: CallTerms) {
  const called = operationCall(id, given, terms);
  const proof = await session()?.headers();
  if (called === undefined || proof === undefined) {
    throw new ApiProblem('Not signed in', { kind: 'not-identified', title: 'You are signed out', status: 401 });
  }
  const { method, address, headers, body } = called;
  const key = method === 'POST' && terms.idempotencyKey === undefined && { 'idempotency-key': crypto.randomUUID() };
  const timeout = AbortSignal.timeout(timeoutMs);
  return {
    url: `${base}${address}`,
    init: {
      method,
      headers: { ...headers, ...proof, ...key },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      body,
    },
  };
}
