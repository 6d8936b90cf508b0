import * as z from 'zod';

import type { Benchmark } from '../benchmark.ts';

const NightResults = z.array(
  z.object({
    users: z.int(),
    kind: z.string(),
    seconds: z.number(),
    floorSeconds: z.number(),
    peakMb: z.number(),
    floorPeakMb: z.number(),
    calls: z.object({ all: z.int() }),
    leastCalls: z.int(),
    writeUnits: z.number(),
    tableCalls: z.record(z.string(), z.int()),
  }),
);

export const nightAtScale: Benchmark = {
  name: 'night-at-scale',
  isBetter: 'lower',
  about: 'nights of up to 100,000 people beside the least they can do with',
  options: ['--users 1000,10000,100000', '--kinds first,steady', '--heap-mb 300'],
  ratiosOf: (document) =>
    NightResults.parse(document).flatMap((row) => {
      const night = `${row.kind} night of ${row.users} users`;
      const tableCalls = Object.values(row.tableCalls).reduce((sum, count) => sum + count, 0);
      return [
        {
          what: `calls of the platform, ${night}`,
          peer: 'the least that reads its days',
          peerFigure: String(row.leastCalls),
          ourFigure: String(row.calls.all),
          ratio: row.calls.all / row.leastCalls,
        },
        {
          what: `${night}: ${tableCalls} calls of tables, ${Math.round(row.writeUnits)} units written`,
          peer: 'the same calls alone',
          peerFigure: `${row.floorSeconds.toFixed(1)} s`,
          ourFigure: `${row.seconds.toFixed(1)} s`,
          ratio: row.seconds / row.floorSeconds,
        },
        {
          what: `memory, ${night}`,
          peer: 'the same calls alone',
          peerFigure: `${row.floorPeakMb.toFixed(0)} MB`,
          ourFigure: `${row.peakMb.toFixed(0)} MB`,
          ratio: row.peakMb / row.floorPeakMb,
        },
      ];
    }),
};
