import { z } from 'zod';
import { faultKind } from './fault.ts';

/** Cuts the connection before anything is applied or answered. */
export const resetFault = faultKind('reset', z.object({}), () => ({
  instead({ request, reply }) {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
  },
}));
