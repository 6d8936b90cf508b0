import * as z from 'zod';

import type { Benchmark } from '../benchmark.ts';
import { SpreadFigures } from '../measure/spread.ts';

const Starts = z.object({ cpuMs: SpreadFigures, wallMs: SpreadFigures });
const BundleResults = z.array(
  z.object({
    name: z.string(),
    bytes: z.number(),
    bytesWanted: z.number(),
    start: Starts,
    emptyStart: Starts,
    startMsWanted: z.number(),
  }),
);

export const bundles: Benchmark = {
  name: 'bundles',
  isBetter: 'lower',
  about: 'what a cold start of each function reads, and how long it takes',
  ratiosOf: (document) =>
    BundleResults.parse(document).flatMap(({ name, bytes, bytesWanted, start, emptyStart, startMsWanted }) => {
      const moreMs = start.cpuMs.median - emptyStart.cpuMs.median;
      return [
        {
          what: `what a start of the function ${name} reads`,
          peer: 'what is wanted at most',
          peerFigure: `${(bytesWanted / 1_000).toFixed(1)} KB`,
          ourFigure: `${(bytes / 1_000).toFixed(1)} KB`,
          ratio: bytes / bytesWanted,
        },
        {
          what: `CPU of a start of the function ${name}, more than an empty handler`,
          peer: 'what is wanted at most',
          peerFigure: `${startMsWanted} ms`,
          ourFigure: `${moreMs.toFixed(0)} ms`,
          ratio: moreMs / startMsWanted,
        },
      ];
    }),
};
