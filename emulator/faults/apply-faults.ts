import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { innerAnswer, isPlatformCall } from '../api/request-log.ts';
import type { World } from '../api/world.ts';
import { isJsonObject } from '../state/json.ts';
import type { ArmedFault, ArmedFaults } from './armed-faults.ts';
import type { Call, Exchange } from './fault.ts';
import { readCursorAgain } from './page-faults.ts';

/** Applies armed faults to calls: before the handler, to its answer, and on the wire. */
export function applyFaults(app: FastifyInstance, world: World, faults: ArmedFaults): void {
  const firing = new WeakMap<FastifyRequest, readonly ArmedFault[]>();
  const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange => ({
    request,
    reply,
    world,
    answerTo: (query) => innerAnswer(app, request, query),
  });
  app.addHook('onRequest', async (request, reply) => {
    readCursorAgain(request);
    if (!isPlatformCall(request)) {
      return undefined;
    }
    const armed = faults.firingFor(callOf(request));
    firing.set(request, armed);
    for (const { action } of armed) {
      action.prepare?.(exchangeOf(request, reply));
      action.instead?.(exchangeOf(request, reply));
    }
    return armed.some(({ action }) => action.instead !== undefined) ? reply : undefined;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    let sent = payload;
    for (const fault of firing.get(request) ?? []) {
      if (fault.action.change !== undefined || fault.action.send !== undefined) {
        sent = await faultedPayload(fault, exchangeOf(request, reply), await textOf(sent));
      }
    }
    return sent;
  });
}

function callOf(request: FastifyRequest): Call {
  const [pathname = ''] = request.url.split('?');
  return { method: request.method, pathname, query: request.query as Record<string, unknown> };
}

async function faultedPayload(fault: ArmedFault, exchange: Exchange, text: string): Promise<string | Readable> {
  const { action } = fault;
  if (action.send !== undefined) {
    const sent = action.send(text, exchange);
    return typeof sent === 'string' ? sent : Readable.from(sent, { objectMode: false });
  }
  const body: unknown = exchange.reply.statusCode < 300 && text !== '' ? JSON.parse(text) : undefined;
  const changed = isJsonObject(body) ? await action.change?.(body, exchange) : undefined;
  if (changed === undefined) {
    // It could not change this answer, so it waits for the next.
    fault.fired -= 1;
    return text;
  }
  return JSON.stringify(changed);
}

async function textOf(payload: unknown): Promise<string> {
  if (payload instanceof Readable) {
    const chunks: Buffer[] = [];
    for await (const chunk of payload) {
      chunks.push(Buffer.from(chunk as string | Buffer));
    }
    return Buffer.concat(chunks).toString();
  }
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '';
}
