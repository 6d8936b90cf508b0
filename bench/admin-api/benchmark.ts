import * as z from 'zod';

import type { Benchmark } from '../benchmark.ts';

const ApiResults = z.array(z.object({ what: z.string(), donePerSecond: z.number(), saidNo: z.int() }));

export const adminApi: Benchmark = {
  name: 'admin-api',
  isBetter: 'higher',
  about: 'calls a second of the admin API beside an empty server',
  options: ['--readers 1000', '--writers 50', '--seconds 10'],
  ratiosOf(document) {
    const rows = ApiResults.parse(document);
    const half = rows.length / 2;
    return rows.slice(0, half).flatMap(({ what, donePerSecond, saidNo }, index) => {
      const floor = rows[half + index]?.donePerSecond ?? 0;
      return {
        what: `calls a second, ${what} (${saidNo} told to come back)`,
        peer: 'an empty server',
        peerFigure: String(floor),
        ourFigure: String(donePerSecond),
        ratio: donePerSecond / floor,
      };
    });
  },
};
