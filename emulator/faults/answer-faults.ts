import { setTimeout as wait } from 'node:timers/promises';

import { z } from 'zod';

import { sendError, errorBodyOf } from '../api/http-error.ts';
import { withRows, listNameOf } from './answer-rows.ts';
import { faultKind } from './fault.ts';

const StatusParams = z.object({
  code: z.int().min(200).max(599).default(500),
  /** Text is sent unchanged, anything else as JSON; default: the endpoint's error body. */
  body: z.unknown().optional(),
  /** Seconds, or a text such as an HTTP date. */
  retryAfter: z.union([z.number(), z.string()]).optional(),
  headers: z.record(z.string(), z.string()).default({}),
});

/** A status and body in place of the answer; nothing is applied. */
export const statusFault = faultKind('status', StatusParams, ({ code, body, retryAfter, headers }) => ({
  instead({ request, reply }) {
    void reply.code(code);
    if (retryAfter !== undefined) {
      void reply.header('retry-after', String(retryAfter));
    }
    if (body === undefined) {
      void reply.headers(headers);
      void sendError(request, reply, `fault: status ${code}`);
      return;
    }
    const text = typeof body === 'string';
    const type = text ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
    void reply.headers({ 'content-type': type, ...headers }).send(text ? body : JSON.stringify(body));
  },
}));

/** The longest time a socket is held. */
const HOLD_MS_MAX = 900_000;

/** Never answers. */
export const timeoutFault = faultKind('timeout', z.object({}), () => ({
  instead({ request, reply }) {
    reply.hijack();
    const { socket } = request.raw;
    const timer = setTimeout(() => socket.destroy(), HOLD_MS_MAX);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  },
}));

export const resetFault = faultKind('reset', z.object({}), () => ({
  instead({ request, reply }) {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
  },
}));

const EmptyParams = z.object({ body: z.enum(['none', 'rows']).default('none') });

/** 200 without a body; with `body: "rows"`, a page without rows that still names the next one. */
export const emptyFault = faultKind('empty', EmptyParams, ({ body: mode }) =>
  mode === 'none'
    ? {
        instead({ reply }) {
          void reply.code(200).send('');
        },
      }
    : { change: (body) => (listNameOf(body) === undefined ? undefined : withRows(body, [])) },
);

const SlowParams = z.object({ bytesPerSecond: z.int().min(1).max(1_000_000).default(1) });
const TICKS_PER_SECOND_MAX = 50;

/** The correct answer, a few bytes at a time. */
export const slowFault = faultKind('slow', SlowParams, ({ bytesPerSecond }) => ({
  send(text, { reply }) {
    const body = Buffer.from(text);
    const ticksPerSecond = Math.min(bytesPerSecond, TICKS_PER_SECOND_MAX);
    void reply.header('content-length', body.length);
    return trickle(body, { bytes: Math.ceil(bytesPerSecond / ticksPerSecond), everyMs: 1_000 / ticksPerSecond });
  },
}));

async function* trickle(body: Buffer, pace: { bytes: number; everyMs: number }): AsyncGenerator<Buffer> {
  for (let from = 0; from < body.length; from += pace.bytes) {
    await wait(pace.everyMs, undefined, { ref: false });
    yield body.subarray(from, from + pace.bytes);
  }
}

const TruncateParams = z.object({
  /** Bytes sent; default: half. */
  bytes: z.int().min(0).optional(),
  /** True: ends normally. False: cuts the connection. */
  clean: z.boolean().default(false),
});

export const truncateFault = faultKind('truncate', TruncateParams, ({ bytes, clean }) => ({
  send(text, { reply, request }) {
    const body = Buffer.from(text);
    const part = body.subarray(0, Math.min(bytes ?? body.length >> 1, body.length));
    void reply.header('content-length', clean ? part.length : body.length);
    return clean ? whole(part) : cut(part, () => request.raw.socket.destroy());
  },
}));

async function* whole(part: Buffer): AsyncGenerator<Buffer> {
  yield part;
}

async function* cut(part: Buffer, sever: () => void): AsyncGenerator<Buffer> {
  yield part;
  // Let written data leave before cutting the connection.
  await wait(20);
  sever();
}

const AcceptThenFailParams = z.object({
  answer: z.enum(['reset', 'status']).optional(),
  code: z.int().min(400).max(599).optional(),
});

/** Applies the call and loses its answer: a reset, or a status when `code` is given. */
export const acceptThenFailFault = faultKind('accept-then-fail', AcceptThenFailParams, ({ code, answer }) => ({
  send(_text, { request, reply }) {
    if (answer === 'reset' || (answer === undefined && code === undefined)) {
      request.raw.socket.resetAndDestroy();
      return '';
    }
    const status = code ?? 500;
    void reply.code(status).type('application/json; charset=utf-8');
    return JSON.stringify(errorBodyOf(request, status, 'fault: the answer was lost'));
  },
}));
