import { z } from 'zod';
import { errorBodyOf } from '../api/error-answers.ts';
import { faultKind } from './fault.ts';

const Params = z.object({
  /** How the answer is lost: the connection is cut, or an error status stands in its place. */
  answer: z.enum(['reset', 'status']).optional(),
  code: z.int().min(400).max(599).optional(),
});

/** The call is applied, and its answer lost: a reset, or a status when `code` is given. */
export const acceptThenFailFault = faultKind('accept-then-fail', Params, ({ code, answer }) => ({
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
