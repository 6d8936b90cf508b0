import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

import { isPlatformCall } from './platform-call.ts';

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
