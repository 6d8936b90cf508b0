import * as z from 'zod';

import { Instant } from '../../kernel/contract/document-parts.ts';
import { severities } from '../../notifications/severity.ts';
import { BaselineSourceDocument, ControlChangeDocument } from './controls-documents.ts';

const severity = z.enum(severities);
const count = z.int().min(0);
const Counts = z.object({ critical: count, high: count, medium: count, low: count, info: count });
/** The line in a file of settings, from 1; absent over the API, which has no file. */
const line = z.int().min(1).optional();
const ExceptionFacts = z.object({ id: z.string(), ticket: z.string(), owner: z.string(), expires: Instant });

const ComparedWith = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('revision'), revision: z.int() }),
  z.object({ kind: z.literal('given'), name: z.string() }),
]);

/** The least severity that holds a proposal; `never` holds none. */
export const FailOn = z.enum([...severities, 'never']);
export type FailOn = z.output<typeof FailOn>;

export const ControlsCheckDocument = z.object({
  against: ComparedWith,
  /** The most severe change that loosens or is ambiguous; null for none. */
  worst: severity.nullable(),
  /** Effective changes that loosen or are ambiguous. */
  counts: Counts,
  failOn: FailOn,
  held: z.boolean(),
  changes: z.array(ControlChangeDocument.extend({ line })).readonly(),
  /** The approved baseline and the deviations from it; null without one. */
  baseline: z
    .object({
      source: BaselineSourceDocument,
      deviations: z
        .array(
          ControlChangeDocument.extend({
            line,
            /** The settings in force already deviate here. */
            isStanding: z.boolean(),
            exception: ExceptionFacts.nullable(),
          }),
        )
        .readonly(),
    })
    .nullable(),
  problems: z.array(z.object({ path: z.string(), problem: z.string(), line })).readonly(),
});
export type ControlsCheckDocument = z.output<typeof ControlsCheckDocument>;

const Tally = z.object({ passed: count, failed: count, notApplicable: count });

export const ControlsScoreDocument = z.object({
  of: ComparedWith,
  totals: z.object({ critical: Tally, high: Tally, medium: Tally, low: Tally }),
  rules: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        field: z.string(),
        severity,
        status: z.enum(['pass', 'fail', 'not-applicable']),
        found: z.string(),
        rationale: z.string(),
        remedy: z.string(),
        controlIds: z.array(z.string()).readonly(),
        exception: ExceptionFacts.nullable(),
      }),
    )
    .readonly(),
});
export type ControlsScoreDocument = z.output<typeof ControlsScoreDocument>;
