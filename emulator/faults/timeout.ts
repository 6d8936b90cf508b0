import { z } from 'zod';
import { faultKind } from './fault.ts';

/** However patient the caller is, the emulator does not hold sockets for ever. */
const HOLD_MS_MAX = 900_000;

/** Takes the call and never answers. */
export const timeoutFault = faultKind('timeout', z.object({}), () => ({
  instead({ request, reply }) {
    reply.hijack();
    const { socket } = request.raw;
    const timer = setTimeout(() => socket.destroy(), HOLD_MS_MAX);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  },
}));
