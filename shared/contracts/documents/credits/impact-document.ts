import * as z from 'zod';

import { warningKinds } from '../../../domain/impact/impact-warning.ts';
import { BindingDocument, Credits, Day, HoldDocument, Instant } from '../document-parts.ts';
import { PoolDocument } from './pool-document.ts';

/** What looks odd, a sentence each. */
export const WarningsDocument = z
  .array(z.object({ kind: z.enum(warningKinds), scope: z.string().nullable(), text: z.string() }))
  .readonly();

const Terms = z.record(z.string(), z.unknown());

/** What edits would do: every edit with `--dry-run --json`, `plan --budgets FILE --json`, and `impact` of edits with `--json`. */
export const ImpactDocument = z.object({
  /** When it is asked. */
  at: Instant,
  /** The day whose limits it shows: the first on which the edits do harm, or else count. */
  countsOn: Day,
  dataThrough: Day.nullable(),
  /** A digest of what it was made from. */
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
  /** Limits that follow from the edits; null is no limit. */
  changes: z
    .array(
      z.object({
        email: z.string(),
        /** Confirmed now. */
        from: Credits.nullable(),
        /** What the next run would make of it without the edits. */
        without: Credits.nullable(),
        to: Credits.nullable(),
        binding: BindingDocument.nullable(),
        stopped: z.boolean(),
      }),
    )
    .readonly(),
  /** Limits that the next run moves with the edits or without. */
  movedAnyway: z.int(),
  stopped: z.array(z.string()).readonly(),
  freed: z.array(z.string()).readonly(),
  /** With the edits, as limits are now. */
  pools: z
    .array(
      PoolDocument.extend({
        /** Without the edits; null where there is no such pool. */
        amountBefore: Credits.nullable(),
      }),
    )
    .readonly(),
  warnings: WarningsDocument,
  /** In the last weeks, by what was consumed in them. */
  wouldHaveStopped: z.array(z.object({ email: z.string(), day: Day, scope: z.string() })).readonly(),
  /** The days of these weeks, and how they were replayed; null while too little is known. */
  replayed: z.object({ from: Day, through: Day, method: z.enum(['division', 'totals']) }).nullable(),
  /** Why the edits are not made without a yes, a clause each. */
  asksBecause: z.array(z.string()).readonly(),
  /** The guard that would hold the run after the edits. */
  held: HoldDocument.nullable(),
});
export type ImpactDocument = z.output<typeof ImpactDocument>;
