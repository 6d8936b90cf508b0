import * as z from 'zod';

import type { Benchmark, Ratio } from '../benchmark.ts';
import { SpreadFigures, spreadRatio } from '../measure/spread.ts';
import { ownName, ownDiffName } from './differ-names.ts';

const ControlDiffFigures = z.object({
  secretsPlanted: z.int(),
  differs: z.array(
    z.object({
      differ: z.string(),
      cpuMs: SpreadFigures,
      operationsPerChange: z.number(),
      falseOperations: z.int(),
      missed: z.array(z.string()),
      secretsPrinted: z.int(),
    }),
  ),
});

export const controlDiff: Benchmark = {
  name: 'control-diff',
  isBetter: 'lower',
  about: 'edits of the controls compared beside five libraries: time, operations, secrets',
  options: ['--rounds 15'],
  ratiosOf(document) {
    const { secretsPlanted, differs } = ControlDiffFigures.parse(document);
    const ours = differs.find(({ differ }) => differ === ownName);
    const peers = differs.filter(({ differ }) => differ !== ownName && differ !== ownDiffName);
    return ours === undefined ? [] : peers.flatMap((row) => ratiosBeside(row, ours, secretsPlanted));
  },
};

type DifferFigures = z.output<typeof ControlDiffFigures>['differs'][number];

function ratiosBeside(row: DifferFigures, ours: DifferFigures, secretsPlanted: number): readonly Ratio[] {
  const counted = (what: string, countOf: (differ: DifferFigures) => number): Ratio => ({
    what,
    peer: row.differ,
    peerFigure: String(countOf(row)),
    ourFigure: String(countOf(ours)),
    ratio: countOf(ours) / countOf(row),
  });
  return [
    spreadRatio({ what: 'CPU of an edit of the controls', peer: row.differ }, [row.cpuMs, ours.cpuMs], {
      unit: 'ms',
      digits: 3,
    }),
    {
      what: 'operations reported for a change',
      peer: row.differ,
      peerFigure: row.operationsPerChange.toFixed(2),
      ourFigure: ours.operationsPerChange.toFixed(2),
      ratio: ours.operationsPerChange / row.operationsPerChange,
    },
    counted('operations reported where nothing had changed', ({ falseOperations }) => falseOperations),
    counted('edits missed', ({ missed }) => missed.length),
    counted(`secrets printed of ${secretsPlanted}`, ({ secretsPrinted }) => secretsPrinted),
  ];
}
