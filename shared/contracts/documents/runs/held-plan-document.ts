import * as z from 'zod';

import { planStatuses } from '../../../domain/plans/held-plan.ts';
import { verdictKinds } from '../../../domain/promise/verdict.ts';
import { WarningsDocument } from '../credits/impact-document.ts';
import { Credits, Instant } from '../document-parts.ts';

const Counts = z.object({
  users: z.int(),
  /** Sums of limits in credits, before and after; users without any limit are left out. */
  before: Credits,
  after: Credits,
  raised: z.int(),
  lowered: z.int(),
  /** Newly stopped, and newly not stopped. */
  stopped: z.int(),
  freed: z.int(),
});

const HeldPlanFacts = z.object({
  plan: z.string(),
  status: z.enum(planStatuses),
  reason: z.string(),
  since: Instant,
  /** Until when it may be approved. */
  until: Instant,
  run: z.string(),
  changes: z.int(),
  /** Null for a plan that an earlier version kept. */
  total: Counts.nullable(),
  decision: z.object({ kind: z.enum(['approved', 'rejected']), by: z.string(), at: Instant }).nullable(),
  /** The plan before it, which somebody rejected. */
  rejectedBefore: z.object({ plan: z.string(), by: z.string(), at: Instant }).nullable(),
  /** The plan that took its place; `none` where nothing waits any more. */
  replacedBy: z.string().nullable(),
});

/** `plans list --json`, the plan held last first. */
export const HeldPlansDocument = z.array(HeldPlanFacts).readonly();
export type HeldPlansDocument = z.output<typeof HeldPlansDocument>;

const Change = z.object({ email: z.string(), from: Credits.nullable(), to: Credits, reason: z.string() });

/** `plans show PLAN --json`. The lists are cut; the counts are whole. */
export const HeldPlanDocument = HeldPlanFacts.extend({
  /** `team` is null for users without one. */
  teams: z.array(Counts.extend({ team: z.string().nullable() })).readonly(),
  teamsCount: z.int(),
  /** The emails of users who are newly stopped. */
  stopped: z.array(z.string()).readonly(),
  /** The emails of users who are newly not stopped. */
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
         * What the guard of the promise said of it, in a few words and in a sentence; null for a pool with overcommit,
         * and in a plan that an earlier version kept.
         */
        verdict: z.object({ kind: z.enum(verdictKinds), words: z.string(), detail: z.string() }).nullable(),
      }),
    )
    .readonly(),
  released: z.array(z.object({ emails: z.array(z.string()).readonly(), by: z.string(), at: Instant })).readonly(),
  /** What is odd about the teams and budgets of now, while it waits: a team without members, a budget that is over. */
  warnings: WarningsDocument,
  /** What moved since it was held; null where it does not wait. */
  moved: z
    .object({
      /** The plan as it would be made now. */
      now: z.string(),
      isSame: z.boolean(),
      edits: z.array(z.object({ at: Instant, kind: z.string(), by: z.string(), subject: z.string() })).readonly(),
    })
    .nullable(),
});
export type HeldPlanDocument = z.output<typeof HeldPlanDocument>;
