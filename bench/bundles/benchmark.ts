import * as z from 'zod';

import type { Benchmark } from '../benchmark.ts';
import { SpreadFigures } from '../measure/spread.ts';

const Starts = z.object({ cpuMs: SpreadFigures, wallMs: SpreadFigures });
const BundleResults = z.array(
  z.object({
    name: z.string(),
    bytes: z.number(),
    bytesMax: z.number(),
    start: Starts,
    emptyStart: Starts,
    startMsMax: z.number(),
  }),
);

export const bundles: Benchmark = {
  name: 'bundles',
  isBetter: 'lower',
  about: 'what a cold start of each function reads, and how long it takes',
  ratiosOf: (document) =>
    BundleResults.parse(document).flatMap(({ name, bytes, bytesMax, start, emptyStart, startMsMax }) => {
      const moreMs = start.cpuMs.median - emptyStart.cpuMs.median;
      return [
        {
          what: `what a start of the function ${name} reads`,
          peer: 'what it may at most',
          peerFigure: `${(bytesMax / 1_000).toFixed(1)} KB`,
          ourFigure: `${(bytes / 1_000).toFixed(1)} KB`,
          ratio: bytes / bytesMax,
        },
        {
          what: `CPU of a start of the function ${name}, more than an empty handler`,
          peer: 'what it may at most',
          peerFigure: `${startMsMax} ms`,
          ourFigure: `${moreMs.toFixed(0)} ms`,
          ratio: moreMs / startMsMax,
        },
      ];
    }),
};
