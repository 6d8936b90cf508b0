import { randomUUID } from 'node:crypto';

import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';

const INNER_HEADER = 'x-emulator-inner-call';
const INNER_MARK = randomUUID();

/** Whether a call comes to the platform from outside: not to the side channel, nor from the emulator itself. */
export function isPlatformCall(request: FastifyRequest): boolean {
  return !request.url.startsWith('/__sim/') && request.headers[INNER_HEADER] !== INNER_MARK;
}

/** The emulator's answer to a call with other query parameters, bypassing logs, throttles and faults. */
export async function innerAnswer(
  app: FastifyInstance,
  request: FastifyRequest,
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  const url = new URL(request.url, 'http://emulator');
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  const { authorization = '' } = request.headers;
  const headers = { authorization, [INNER_HEADER]: INNER_MARK };
  const answer = await app.inject({ method: 'GET', url: `${url.pathname}${url.search}`, headers });
  return answer.statusCode === 200 ? answer.json() : undefined;
}

/** A call to the platform. Times are the system's clock, Unix ms. */
interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** Null until answered, or when the connection was cut before. */
  status: number | null;
  readonly start: number;
  /** When answered or cut; null until then. */
  end: number | null;
}

interface RequestLog {
  entries(): readonly LoggedRequest[];
  add(entry: LoggedRequest): void;
  clear(): void;
}

const ENTRIES_MAX = 200_000;

/** A bounded log that drops the oldest calls. */
export function requestLog(): RequestLog {
  let ring: LoggedRequest[] = [];
  let oldest = 0;
  return {
    entries: () => [...ring.slice(oldest), ...ring.slice(0, oldest)],
    add(entry) {
      if (ring.length < ENTRIES_MAX) {
        ring.push(entry);
      } else {
        ring[oldest] = entry;
        oldest = (oldest + 1) % ENTRIES_MAX;
      }
    },
    clear() {
      ring = [];
      oldest = 0;
    },
  };
}

/** Logs every call to the platform. */
export function logRequests(app: FastifyInstance, log: RequestLog): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isPlatformCall(request)) {
      return;
    }
    const entry: LoggedRequest = {
      method: request.method,
      path: request.url,
      status: null,
      start: Date.now(),
      end: null,
    };
    log.add(entry);
    reply.raw.once('close', () => {
      entry.status = reply.raw.headersSent ? reply.raw.statusCode : null;
      entry.end = Date.now();
    });
  });
}

/** GET and DELETE /__sim/requests. */
export function requestRoutes(log: RequestLog): FastifyPluginAsync {
  return async (app) => {
    app.get('/__sim/requests', () => log.entries());
    app.delete('/__sim/requests', (_request, reply) => {
      log.clear();
      return reply.code(204).send();
    });
  };
}
