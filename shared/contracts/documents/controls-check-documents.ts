import * as z from 'zod';

import { severities } from '../../domain/notifications/severity.ts';
import { ControlChangeDocument } from './controls-documents.ts';
import { Instant } from './document-parts.ts';

const severity = z.enum(severities);
const count = z.int().min(0);
/** So many of each severity. */
const Counts = z.object({ critical: count, high: count, medium: count, low: count, info: count });
/** The line of a file of settings, from 1: the command knows it, and who asks over the API has no file. */
const line = z.int().min(1).optional();
const ExceptionFacts = z.object({ id: z.string(), ticket: z.string(), owner: z.string(), expires: Instant });

/** What settings are compared with: a stored revision, or settings that were given. */
const ComparedWith = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('revision'), revision: z.int() }),
  z.object({ kind: z.literal('given'), name: z.string() }),
]);

/** The least severity that holds a proposal; `never` holds none. */
export const FailOn = z.enum([...severities, 'never']);
export type FailOn = z.output<typeof FailOn>;

/** `controls check FILE --json`. */
export const ControlsCheckDocument = z.object({
  against: ComparedWith,
  /** The gravest change that loosens or is ambiguous; null where there is none. */
  worst: severity.nullable(),
  /** Changes that loosen or are ambiguous, and have an effect. */
  counts: Counts,
  failOn: FailOn,
  /** Whether a change reaches that. */
  held: z.boolean(),
  /** What leads from what is in force to what is proposed, the worst first. */
  changes: z.array(ControlChangeDocument.extend({ line })).readonly(),
  /** What the approved baseline is, and what would deviate from it; null where none is approved. */
  baseline: z
    .object({
      source: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('revision'), revision: z.int() }),
        z.object({ kind: z.literal('file'), name: z.string() }),
      ]),
      deviations: z
        .array(
          ControlChangeDocument.extend({
            line,
            /** What is in force deviates here already. */
            isStanding: z.boolean(),
            exception: ExceptionFacts.nullable(),
          }),
        )
        .readonly(),
    })
    .nullable(),
  /** Fields that are not documented, or not of their documented type. */
  problems: z.array(z.object({ path: z.string(), problem: z.string(), line })).readonly(),
});
export type ControlsCheckDocument = z.output<typeof ControlsCheckDocument>;

const Tally = z.object({ passed: count, failed: count, notApplicable: count });

/** `controls score --json`. */
export const ControlsScoreDocument = z.object({
  of: ComparedWith,
  /** So many rules of each severity. */
  totals: z.object({ critical: Tally, high: Tally, medium: Tally, low: Tally }),
  /** The failed ones first, the worst of each first. */
  rules: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        field: z.string(),
        severity,
        status: z.enum(['pass', 'fail', 'not-applicable']),
        /** What was found. */
        found: z.string(),
        rationale: z.string(),
        remedy: z.string(),
        controlIds: z.array(z.string()).readonly(),
        /** The exception in force that the field falls under. */
        exception: ExceptionFacts.nullable(),
      }),
    )
    .readonly(),
});
export type ControlsScoreDocument = z.output<typeof ControlsScoreDocument>;
