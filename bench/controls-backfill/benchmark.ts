import * as z from 'zod';

import type { Benchmark } from '../benchmark.ts';

const BackfillResults = z.array(
  z.object({ revisions: z.int(), seconds: z.number(), heapMaxMb: z.number(), pollMs: z.number() }),
);
/** A run that finds nothing new is done in half a second. */
const pollMsMax = 500;

export const controlsBackfill: Benchmark = {
  name: 'controls-backfill',
  isBetter: 'lower',
  about: 'a first run over a long history of the controls, and a run that finds nothing new',
  ratiosOf: (document) => {
    const [short, long] = BackfillResults.parse(document);
    return short === undefined || long === undefined
      ? []
      : [
          {
            what: `memory of a first run over ${long.revisions} revisions of the controls (${long.seconds.toFixed(0)} s)`,
            peer: `${short.revisions} revisions`,
            peerFigure: `${short.heapMaxMb.toFixed(1)} MB`,
            ourFigure: `${long.heapMaxMb.toFixed(1)} MB`,
            ratio: long.heapMaxMb / short.heapMaxMb,
          },
          {
            what: `a run that finds nothing new after ${long.revisions} revisions of the controls`,
            peer: 'half a second',
            peerFigure: `${pollMsMax} ms`,
            ourFigure: `${long.pollMs.toFixed(0)} ms`,
            ratio: long.pollMs / pollMsMax,
          },
        ];
  },
};
