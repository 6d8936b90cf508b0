import type { FastifyRequest } from 'fastify';
import type { Exchange } from './fault.ts';

/** What a cursor ends with that leads to the page which has just been served. */
const AGAIN = '~again';

/** A cursor other than any before that leads to the page a call is for. */
export function cursorToSamePage(request: FastifyRequest): string {
  const { cursor } = request.query as Record<string, unknown>;
  return `${typeof cursor === 'string' ? cursor : ''}${AGAIN}`;
}

/** Takes what `cursorToSamePage` added off again, before a route sees the cursor. */
export function readCursorAgain(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  const { cursor } = query;
  if (typeof cursor !== 'string' || !cursor.endsWith(AGAIN)) {
    return;
  }
  query['cursor'] = cursor.slice(0, -AGAIN.length);
  if (query['cursor'] === '') {
    delete query['cursor'];
  }
}

/** Makes a call for a later page of readiness reports one for the first page. */
export function startOver({ request }: Exchange): void {
  delete (request.query as Record<string, unknown>)['startAfter'];
}
