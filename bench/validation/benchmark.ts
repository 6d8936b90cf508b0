import * as z from 'zod';

import type { Benchmark } from '../benchmark.ts';
import { SpreadFigures, spreadRatio } from '../measure/spread.ts';
import { ownName } from './reader-names.ts';

const ValidationFigures = z.object({
  rowsPerPage: z.int(),
  badRows: z.int(),
  readers: z.array(z.object({ reader: z.string(), cpuMs: SpreadFigures, rowsOfFaulty: z.int() })),
});

export const validation: Benchmark = {
  name: 'validation',
  isBetter: 'lower',
  about: 'a page of people read by its schema, beside JSON.parse, ajv and valibot',
  options: ['--rounds 15', '--pages 50'],
  ratiosOf(document) {
    const { rowsPerPage, badRows, readers } = ValidationFigures.parse(document);
    const ours = readers.find(({ reader }) => reader === ownName);
    return ours === undefined
      ? []
      : readers
          .filter((row) => row !== ours)
          .flatMap(({ reader: peer, cpuMs, rowsOfFaulty }) => [
            spreadRatio({ what: `CPU of a page of ${rowsPerPage} rows`, peer }, [cpuMs, ours.cpuMs], {
              unit: 'ms',
              digits: 3,
            }),
            {
              what: `rows left of ${rowsPerPage - badRows} good and ${badRows} broken ones`,
              peer,
              peerFigure: rowsOfFaulty === rowsPerPage ? `${rowsOfFaulty}, the broken ones too` : String(rowsOfFaulty),
              ourFigure: String(ours.rowsOfFaulty),
              ratio: ours.rowsOfFaulty / rowsOfFaulty,
              isBetter: 'higher' as const,
            },
          ]);
  },
};
