import * as z from 'zod';

/** A spread as it stands in a document. */
export const SpreadFigures = z.object({ median: z.number(), min: z.number(), max: z.number() });
