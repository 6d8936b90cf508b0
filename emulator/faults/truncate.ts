import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { faultKind } from './fault.ts';

const Params = z.object({
  /** How much of the body is sent; half of it when not given. */
  bytes: z.int().min(0).optional(),
  /** True: the answer ends as if it were whole. False: the connection is cut in the middle of it. */
  clean: z.boolean().default(false),
});

/** The body is cut short. */
export const truncateFault = faultKind('truncate', Params, ({ bytes, clean }) => ({
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
  // What was written gets its turn to leave before the connection is cut.
  await setTimeout(20);
  sever();
}
