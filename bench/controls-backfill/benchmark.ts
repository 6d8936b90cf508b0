import * as z from 'zod';

import type { Benchmark } from '../benchmark.ts';

const Poll = z.object({ calls: z.number(), cpuMs: z.number() });
const BackfillResults = z.object({
  backfills: z.array(z.object({ revisions: z.int(), seconds: z.number(), heapMaxMb: z.number(), pollMs: z.number() })),
  polls: z.object({ revisions: z.int(), quiet: Poll, looking: Poll }),
});
/** A run that finds nothing new is done in half a second. */
const pollMsMax = 500;

export const controlsBackfill: Benchmark = {
  name: 'controls-backfill',
  isBetter: 'lower',
  about: 'a first run over a long history of the controls, and a run that finds nothing new',
  ratiosOf: (document) => {
    const { backfills, polls } = BackfillResults.parse(document);
    const { quiet, looking } = polls;
    const [short, long] = backfills;
    const peer = 'a run that looks at the tables';
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
          {
            what: `calls of tables of a run that finds nothing (${polls.revisions} revisions)`,
            peer,
            peerFigure: looking.calls.toFixed(1),
            ourFigure: quiet.calls.toFixed(1),
            ratio: quiet.calls / looking.calls,
          },
          {
            what: 'processor time of a run that finds nothing',
            peer,
            peerFigure: `${looking.cpuMs.toFixed(0)} ms`,
            ourFigure: `${quiet.cpuMs.toFixed(0)} ms`,
            ratio: quiet.cpuMs / looking.cpuMs,
          },
        ];
  },
};
