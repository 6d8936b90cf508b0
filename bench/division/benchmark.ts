import * as z from 'zod';

import { percent, type Benchmark } from '../benchmark.ts';
import { SpreadFigures, spreadRatio } from '../measure/spread.ts';
import { ownName } from './way-names.ts';

const DivisionFigures = z.object({
  users: z.int(),
  rows: z.array(
    z.object({
      pools: z.string(),
      way: z.string(),
      expectedCredits: z.number(),
      stopChanceMax: z.number(),
      cpuMs: SpreadFigures,
    }),
  ),
});

export const division: Benchmark = {
  name: 'division',
  isBetter: 'higher',
  about: 'pools divided beside the optimum of a linear program, a naive loop and an equal split',
  options: ['--users 150', '--rounds 5', '--pieces 48'],
  ratiosOf(document) {
    const { users, rows } = DivisionFigures.parse(document);
    return [...Map.groupBy(rows, ({ pools }) => pools)].flatMap(([pools, ways]) => {
      const ours = ways.find(({ way }) => way === ownName);
      const peers = ways.filter(({ way }) => way !== ownName);
      return ours === undefined
        ? []
        : peers.flatMap((peer) => [
            {
              what: `expected use, ${users} people, ${pools}; most likely stopped ${percent(ours.stopChanceMax)}, by the peer ${percent(peer.stopChanceMax)}`,
              peer: peer.way,
              peerFigure: Math.round(peer.expectedCredits).toLocaleString('en'),
              ourFigure: Math.round(ours.expectedCredits).toLocaleString('en'),
              ratio: ours.expectedCredits / peer.expectedCredits,
            },
            {
              ...spreadRatio({ what: 'CPU of it', peer: peer.way }, [peer.cpuMs, ours.cpuMs], {
                unit: 'ms',
                digits: 1,
              }),
              isBetter: 'lower' as const,
            },
          ]);
    });
  },
};
