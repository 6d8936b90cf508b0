import * as z from 'zod';

import type { Benchmark } from '../benchmark.ts';

const CommandResults = z.array(z.object({ what: z.string(), ms: z.number(), floorMs: z.number() }));

export const cli: Benchmark = {
  name: 'cli',
  isBetter: 'lower',
  about: 'how long commands take beside node -e 0',
  ratiosOf: (document) =>
    CommandResults.parse(document).map(({ what, ms, floorMs }) => ({
      what: `time of ${what}`,
      peer: 'node -e 0',
      peerFigure: `${floorMs.toFixed(0)} ms`,
      ourFigure: `${ms.toFixed(0)} ms`,
      ratio: ms / floorMs,
    })),
};
