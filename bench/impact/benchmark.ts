import * as z from 'zod';

import type { Benchmark } from '../benchmark.ts';

const ImpactResults = z.array(
  z.object({ users: z.int(), changes: z.int(), divisionSeconds: z.number(), impactSeconds: z.number() }),
);

export const impact: Benchmark = {
  name: 'impact',
  isBetter: 'lower',
  about: 'the impact of an edit beside the nightly division',
  options: ['--users 10000'],
  ratiosOf: (document) =>
    ImpactResults.parse(document).map(({ users, changes, divisionSeconds, impactSeconds }) => ({
      what: `impact of an edit on ${users} users, of whom ${changes} get another limit`,
      peer: 'the nightly division',
      peerFigure: `${divisionSeconds.toFixed(2)} s`,
      ourFigure: `${impactSeconds.toFixed(2)} s`,
      ratio: impactSeconds / divisionSeconds,
    })),
};
