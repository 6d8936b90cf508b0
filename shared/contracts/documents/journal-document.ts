import * as z from 'zod';
import { Instant } from './document-parts.ts';

/** `journal --json`: the newest entries, in the order of their moments. */
export const JournalDocument = z
  .array(
    z.object({
      id: z.string(),
      at: Instant,
      kind: z.string(),
      /** A person, or `curfew`. */
      actor: z.string(),
      runId: z.string().exactOptional(),
      /** The user, day, scope or mail that it is about. */
      subject: z.string().exactOptional(),
      detail: z.record(z.string(), z.unknown()),
    }),
  )
  .readonly();
export type JournalDocument = z.output<typeof JournalDocument>;
