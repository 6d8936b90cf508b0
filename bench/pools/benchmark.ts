import * as z from 'zod';

import { percent, type Benchmark } from '../benchmark.ts';

const PoolResults = z.array(
  z.object({ users: z.int(), shape: z.string(), seed: z.int(), strict: z.number(), strictOverspent: z.number() }),
);

export const pools: Benchmark = {
  name: 'pools',
  isBetter: 'higher',
  about: 'what each policy grants of what a clairvoyant would, on traces of wanted use',
  options: ['--seeds 101,102,103'],
  ratiosOf: (document) =>
    [...Map.groupBy(PoolResults.parse(document), ({ users, shape }) => `${users} users, ${shape}`)].map(
      ([what, rows]) => {
        const ratio = rows.reduce((sum, { strict }) => sum + strict, 0) / rows.length;
        const overspent = Math.max(...rows.map(({ strictOverspent }) => strictOverspent));
        return {
          what: `granted by a strict pool, ${what}`,
          peer: 'clairvoyant',
          peerFigure: percent(1),
          ourFigure: `${percent(ratio)}, overspent ${overspent}`,
          ratio,
        };
      },
    ),
};
