import * as z from 'zod';

import type { Benchmark } from '../benchmark.ts';

const HookResults = z.array(
  z.object({ what: z.string(), peer: z.string(), unit: z.string(), ours: z.number(), floor: z.number() }),
);

export const hook: Benchmark = {
  name: 'hook',
  isBetter: 'lower',
  about: 'the hook beside an empty process, and the events its intake takes',
  options: ['--machines 400', '--seconds 10'],
  ratiosOf: (document) =>
    HookResults.parse(document).map(({ what, peer, unit, ours, floor }) => ({
      what,
      peer,
      peerFigure: `${floor.toFixed(0)} ${unit}`.trim(),
      ourFigure: `${ours.toFixed(0)} ${unit}`.trim(),
      ratio: floor === 0 ? ours : ours / floor,
      ...(unit === 'a second' && { isBetter: 'higher' as const }),
    })),
};
