import * as z from 'zod';

import { hookEvents, sessionIdPattern } from '../../../domain/hook/hint.ts';

/** What the hook sends: session and event, and no more. `test`: nothing is recorded. */
export const HookReport = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('test') }),
  z.strictObject({ event: z.enum(hookEvents), session: z.string().regex(sessionIdPattern) }),
]);
