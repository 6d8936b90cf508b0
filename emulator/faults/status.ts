import { z } from 'zod';
import { sendError } from '../api/error-answers.ts';
import { faultKind } from './fault.ts';

const Params = z.object({
  code: z.int().min(200).max(599).default(500),
  /** Text is sent as it is, anything else as JSON; without it the endpoint's own error body. */
  body: z.unknown().optional(),
  /** Seconds, or a text such as an HTTP date. */
  retryAfter: z.union([z.number(), z.string()]).optional(),
  headers: z.record(z.string(), z.string()).default({}),
});

/** Any status and body in place of the answer; nothing is applied. */
export const statusFault = faultKind('status', Params, ({ code, body, retryAfter, headers }) => ({
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
