import * as z from 'zod';
import type { Benchmark } from '../benchmark.ts';

const BundleResults = z.array(
  z.object({
    name: z.string(),
    bytes: z.number(),
    importMs: z.number(),
    bytesWanted: z.number(),
    emptyImportMs: z.number(),
  }),
);

export const bundles: Benchmark = {
  name: 'bundles',
  isBetter: 'lower',
  about: 'what a cold start of each function reads, and how long it takes',
  ratiosOf: (document) =>
    BundleResults.parse(document).flatMap(({ name, bytes, importMs, bytesWanted, emptyImportMs }) => [
      {
        what: `what a start of the function ${name} reads`,
        peer: 'what is wanted at most',
        peerFigure: `${(bytesWanted / 1_000).toFixed(1)} KB`,
        ourFigure: `${(bytes / 1_000).toFixed(1)} KB`,
        ratio: bytes / bytesWanted,
      },
      {
        what: `cold import of the function ${name}`,
        peer: 'empty handler',
        peerFigure: `${emptyImportMs.toFixed(1)} ms`,
        ourFigure: `${importMs.toFixed(1)} ms`,
        ratio: importMs / emptyImportMs,
      },
    ]),
};
