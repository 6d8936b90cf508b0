import * as z from 'zod';
import { StatusDocument } from './status-document.ts';

/**
 * The status as the console's first page shows it. Lists are cut to those that matter most, and `counts` tells how many
 * there are of each. It is as of `at`, which may be a while ago: while a newer one is being made, this one is given.
 */
export const HomeDocument = StatusDocument.extend({
  /** A newer one is being made: whoever asks again soon gets it. */
  renewing: z.boolean(),
  counts: z.object({
    stopped: z.int(),
    stoppedNext: z.int(),
    pools: z.int(),
    /** Of all pools together: those whose use nothing bounds yet. */
    unbounded: z.int(),
    held: z.int(),
    alerts: z.int(),
    undelivered: z.int(),
    /** Open alerts of each severity that there is. */
    bySeverity: z.record(z.string(), z.int()),
  }),
});
export type HomeDocument = z.output<typeof HomeDocument>;
