import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { faultKind } from './fault.ts';

const Params = z.object({ bytesPerSecond: z.int().min(1).max(1_000_000).default(1) });
const TICKS_PER_SECOND_MAX = 50;

/** The right answer, a few bytes at a time. */
export const slowFault = faultKind('slow', Params, ({ bytesPerSecond }) => ({
  send(text, { reply }) {
    const body = Buffer.from(text);
    const ticksPerSecond = Math.min(bytesPerSecond, TICKS_PER_SECOND_MAX);
    void reply.header('content-length', body.length);
    return trickle(body, { bytes: Math.ceil(bytesPerSecond / ticksPerSecond), everyMs: 1_000 / ticksPerSecond });
  },
}));

async function* trickle(body: Buffer, pace: { bytes: number; everyMs: number }): AsyncGenerator<Buffer> {
  for (let from = 0; from < body.length; from += pace.bytes) {
    await setTimeout(pace.everyMs, undefined, { ref: false });
    yield body.subarray(from, from + pace.bytes);
  }
}
