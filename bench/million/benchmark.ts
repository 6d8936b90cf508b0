import * as z from 'zod';

import type { Benchmark } from '../benchmark.ts';

const Read = z.object({ cpuSeconds: z.number(), peakMb: z.number() });
const MillionResults = z.array(
  z.object({
    users: z.int(),
    answerMb: z.number(),
    rowByRow: Read,
    whole: Read,
    lists: z.object({ oneListKb: z.number(), parts: z.int(), largestPartKb: z.number() }),
  }),
);

export const million: Benchmark = {
  name: 'million',
  isBetter: 'lower',
  about: 'what grows with an organization until it breaks: a bill in one answer, a list in one item',
  options: ['--users 100000,200000,1000000'],
  ratiosOf: (document) =>
    MillionResults.parse(document).flatMap(({ users, answerMb, rowByRow, whole, lists }) => [
      {
        what: `memory of a day's bill of ${users} users, ${answerMb.toFixed(0)} MB`,
        peer: 'JSON.parse of the whole',
        peerFigure: `${whole.peakMb.toFixed(0)} MB`,
        ourFigure: `${rowByRow.peakMb.toFixed(0)} MB`,
        ratio: rowByRow.peakMb / whole.peakMb,
      },
      {
        what: `CPU of the same, each row judged`,
        peer: 'JSON.parse of the whole',
        peerFigure: `${whole.cpuSeconds.toFixed(1)} s`,
        ourFigure: `${rowByRow.cpuSeconds.toFixed(1)} s`,
        ratio: rowByRow.cpuSeconds / whole.cpuSeconds,
      },
      {
        what: `largest item of a list of people of ${users} users, in ${lists.parts} parts`,
        peer: 'one list a chunk',
        peerFigure: `${lists.oneListKb.toFixed(0)} KB`,
        ourFigure: `${lists.largestPartKb.toFixed(0)} KB`,
        ratio: lists.largestPartKb / lists.oneListKb,
      },
    ]),
};
