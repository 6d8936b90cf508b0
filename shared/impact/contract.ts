import * as z from 'zod';

import { BindingDocument, Credits, Day, HoldDocument, Instant } from '../kernel/contract/document-parts.ts';
import { PoolDocument } from '../pools/contract.ts';
import { warningKinds } from './impact-warning.ts';

export const WarningsDocument = z
  .array(z.object({ kind: z.enum(warningKinds), scope: z.string().nullable(), text: z.string() }))
  .readonly();

const Terms = z.record(z.string(), z.unknown());

/** The effect of edits: every edit with `--dry-run --json`, `plan --budgets FILE --json`, `impact … --json`. */
export const ImpactDocument = z.object({
  at: Instant,
  /** The day whose limits it shows: the first on which the edits do harm, or else count. */
  countsOn: Day,
  dataThrough: Day.nullable(),
  inputs: z.string(),
  edits: z
    .array(
      z.object({
        record: z.enum(['budget', 'team', 'top-up', 'exemption']),
        change: z.enum(['add', 'change', 'remove', 'end']),
        before: Terms.nullable(),
        after: Terms.nullable(),
      }),
    )
    .readonly(),
  /** Limits changed by the edits; null means no limit. */
  changes: z
    .array(
      z.object({
        email: z.string(),
        /** Now confirmed. */
        from: Credits.nullable(),
        /** The next run's limit without the edits. */
        without: Credits.nullable(),
        to: Credits.nullable(),
        binding: BindingDocument.nullable(),
        stopped: z.boolean(),
        /** Stopped, freed or named by an edit: of both people of a move. */
        named: z.boolean(),
      }),
    )
    .readonly(),
  movedAnyway: z.int(),
  stopped: z.array(z.string()).readonly(),
  freed: z.array(z.string()).readonly(),
  pools: z
    .array(
      PoolDocument.extend({
        /** Without the edits; null when there is no such pool. */
        amountBefore: Credits.nullable(),
      }),
    )
    .readonly(),
  warnings: WarningsDocument,
  /** In the last weeks, by their consumption. */
  wouldHaveStopped: z.array(z.object({ email: z.string(), day: Day, scope: z.string() })).readonly(),
  /** The replayed days and the method; null when too little is known. */
  replayed: z.object({ from: Day, through: Day, method: z.enum(['division', 'totals']) }).nullable(),
  asksBecause: z.array(z.string()).readonly(),
  held: HoldDocument.nullable(),
  /** Of the stopped, those who do not wait for the approval of a held plan. */
  stoppedBeside: z.int(),
});
export type ImpactDocument = z.output<typeof ImpactDocument>;
