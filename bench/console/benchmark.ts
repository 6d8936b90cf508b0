import * as z from 'zod';

import type { Benchmark, Ratio } from '../benchmark.ts';

const ConsoleResults = z.object({
  peerBytes: z.number(),
  pages: z.array(z.object({ page: z.string(), bytes: z.number() })),
  users: z.int(),
  answers: z.array(
    z.object({
      page: z.string(),
      goalMs: z.number(),
      againMs: z.number(),
      coldGoalMs: z.number(),
      coldMs: z.number().optional(),
    }),
  ),
});

export const consolePages: Benchmark = {
  name: 'console',
  isBetter: 'lower',
  about: 'what each page of the console weighs, and how long its figures take',
  options: ['--users 10000', '--rounds 3'],
  ratiosOf(document) {
    const { peerBytes, pages, users, answers } = ConsoleResults.parse(document);
    const sizes = pages.map(({ page, bytes }) => ({
      what: `KB packed, ${page}`,
      peer: 'frame of the design system',
      peerFigure: (peerBytes / 1_000).toFixed(0),
      ourFigure: (bytes / 1_000).toFixed(0),
      ratio: bytes / peerBytes,
    }));
    const timeOf = (what: string, ms: number, goalMs: number): Ratio => ({
      what: `figures of ${what}, ${users} people`,
      peer: 'the goal',
      peerFigure: `${goalMs} ms`,
      ourFigure: `${ms.toFixed(0)} ms`,
      ratio: ms / goalMs,
    });
    const times = answers.flatMap(({ page, coldMs, coldGoalMs, againMs, goalMs }) => [
      ...(coldMs === undefined ? [] : [timeOf(`${page}, cold`, coldMs, coldGoalMs)]),
      timeOf(page, againMs, goalMs),
    ]);
    return [...sizes, ...times];
  },
};
