import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

import { isPlatformCall } from './platform-call.ts';

/** One call to the platform. Times are the system's clock, Unix ms, whatever the emulator's clock says. */
interface LoggedRequest {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  /** Null while there is no answer, and stays null when the connection was cut before there was one. */
  status: number | null;
  readonly start: number;
  /** When the answer was sent or the connection cut; null until then. */
  end: number | null;
}

/** The calls of late, the oldest first. */
interface RequestLog {
  entries(): readonly LoggedRequest[];
  add(entry: LoggedRequest): void;
  clear(): void;
}

const ENTRIES_MAX = 200_000;

/** A log that forgets the oldest calls when it is full. */
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

/** Logs every call to the platform, whatever becomes of it. */
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
