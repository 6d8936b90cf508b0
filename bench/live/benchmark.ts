import * as z from 'zod';

import { percent, type Benchmark } from '../benchmark.ts';

const LiveResults = z.object({
  rows: z.array(z.object({ world: z.string(), sight: z.string(), granted: z.number(), overspent: z.number() })),
});

export const live: Benchmark = {
  name: 'live',
  isBetter: 'higher',
  about: 'what live giving grants between the nights',
  options: ['--seeds 101,102,103', '--cap 0'],
  ratiosOf: (document) =>
    [...Map.groupBy(LiveResults.parse(document).rows, ({ world, sight }) => `${world}, ${sight}`)].map(
      ([what, rows]) => {
        const ratio = rows.reduce((sum, { granted }) => sum + granted, 0) / rows.length;
        const overspent = Math.max(...rows.map((row) => row.overspent));
        return {
          what: `granted between the nights, ${what}`,
          peer: 'clairvoyant',
          peerFigure: percent(1),
          ourFigure: `${percent(ratio)}, overspent ${overspent}`,
          ratio,
        };
      },
    ),
};
