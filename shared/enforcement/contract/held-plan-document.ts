import * as z from 'zod';

import { WarningsDocument } from '../../impact/contract.ts';
import { Credits, Instant } from '../../kernel/contract/document-parts.ts';
import { verdictKinds } from '../../permits/verdict.ts';
import { planStatuses } from '../held-plan.ts';

const Counts = z.object({
  users: z.int(),
  /** Sums of limits in credits; users without a limit are left out. */
  before: Credits,
  after: Credits,
  raised: z.int(),
  lowered: z.int(),
  stopped: z.int(),
  freed: z.int(),
});

const HeldPlanFacts = z.object({
  plan: z.string(),
  status: z.enum(planStatuses),
  reason: z.string(),
  since: Instant,
  until: Instant,
  run: z.string(),
  changes: z.int(),
  /** Null for plans stored by earlier versions. */
  total: Counts.nullable(),
  decision: z.object({ kind: z.enum(['approved', 'rejected']), by: z.string(), at: Instant }).nullable(),
  rejectedBefore: z.object({ plan: z.string(), by: z.string(), at: Instant }).nullable(),
  /** The replacing plan; `none` when nothing is held any more. */
  replacedBy: z.string().nullable(),
});

export const HeldPlansDocument = z.array(HeldPlanFacts).readonly();
export type HeldPlansDocument = z.output<typeof HeldPlansDocument>;

const Change = z.object({ email: z.string(), from: Credits.nullable(), to: Credits, reason: z.string() });

/** Lists are cut; counts are complete. */
export const HeldPlanDocument = HeldPlanFacts.extend({
  /** `team` is null for users without one. */
  teams: z.array(Counts.extend({ team: z.string().nullable() })).readonly(),
  teamsCount: z.int(),
  stopped: z.array(z.string()).readonly(),
  freed: z.array(z.string()).readonly(),
  largest: z.array(Change).readonly(),
  rows: z.array(Change).readonly(),
  pools: z
    .array(
      z.object({
        scope: z.string(),
        window: z.string(),
        amount: Credits,
        used: Credits,
        left: Credits,
        worstCase: Credits.nullable(),
        runwayDays: z.int().nullable(),
        promised: z.enum(['kept', 'pending', 'broken']),
        /**
         * The promise guard's verdict, in a few words and a sentence; null for a pool with overcommit, and in plans
         * stored by earlier versions.
         */
        verdict: z.object({ kind: z.enum(verdictKinds), words: z.string(), detail: z.string() }).nullable(),
      }),
    )
    .readonly(),
  released: z.array(z.object({ emails: z.array(z.string()).readonly(), by: z.string(), at: Instant })).readonly(),
  /** Oddities of the present teams and budgets, while held: a team without members, an ended budget. */
  warnings: WarningsDocument,
  /** What changed since it was held; null unless it is held. */
  moved: z
    .object({
      now: z.string(),
      isSame: z.boolean(),
      edits: z.array(z.object({ at: Instant, kind: z.string(), by: z.string(), subject: z.string() })).readonly(),
    })
    .nullable(),
});
export type HeldPlanDocument = z.output<typeof HeldPlanDocument>;
