import * as z from 'zod';

import { WarningsDocument } from '../impact/contract.ts';
import type { Contract } from '../kernel/contract/contract.ts';
import { Credits, Day, Instant } from '../kernel/contract/document-parts.ts';
import { AsOfQuery, CountText, Moment, pageOf, PageQuery } from '../kernel/contract/fields/page.ts';
import { PlanDocument, RejectionDocument, StartedRunDocument } from '../kernel/runs/contract/run-documents.ts';
import { ScheduledRun } from '../kernel/runs/contract/scheduled-run.ts';
import { editSuffix, enforceJob, runIdOf } from '../kernel/runs/run-id.ts';
import { verdictKinds } from '../permits/verdict.ts';
import { planStatuses } from './held-plan.ts';

export const byHandSchedule = 'by-hand';

export const editSchedule = editSuffix;

const job = z.literal(enforceJob);
const runId = z.string().max(200);

const releasedMax = 100;

/** Who applies which plan; default: the present one. */
const PlanRequest = z.strictObject({
  planId: z.string().min(1).max(200).optional(),
  actor: z.string().min(1).max(600),
  isApproved: z.boolean(),
  only: z.array(z.string().min(1).max(320)).min(1).max(releasedMax).readonly().optional(),
});

/** The requester chooses the id, so that two runs of one second differ and can be looked up. */
export const ByHandRequest = z
  .strictObject({
    ...ScheduledRun.shape,
    job,
    schedule: z.literal(byHandSchedule),
    runId,
    apply: PlanRequest.optional(),
  })
  .refine((run) => (run.apply === undefined ? /^[0-9a-f]{8,32}$/ : /^apply-[0-9a-f]{8,32}$/).test(suffixOf(run)), {
    path: ['runId'],
    message: 'must be made of the moment and of what the run is for',
  });

export const AfterEditRequest = z
  .strictObject({ ...ScheduledRun.shape, job, schedule: z.literal(editSchedule), runId })
  .refine((run) => /^edit-[0-9a-z-]{1,64}$/.test(suffixOf(run)), {
    path: ['runId'],
    message: 'must be made of the moment and end as the id of a run after an edit does',
  });

export type ByHandRequest = z.output<typeof ByHandRequest>;

export type RunRequest = ByHandRequest | ScheduledRun;

/** The requested id, or the one the job derives from its event. */
export function runIdOfRequest(request: RunRequest): string {
  return 'runId' in request ? request.runId : runIdOf(request.job, Date.parse(request.scheduledTime), request.schedule);
}

/** The id's part after the moment; empty when its moment differs. */
function suffixOf({ scheduledTime, runId: id }: { readonly scheduledTime: string; readonly runId: string }): string {
  const beginning = runIdOf(enforceJob, Date.parse(scheduledTime), '');
  return id.startsWith(beginning) ? id.slice(beginning.length) : '';
}

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
        /** The days of its window; null in plans of earlier versions. */
        from: Day.nullable(),
        through: Day.nullable(),
        amount: Credits,
        used: Credits,
        left: Credits,
        /** What its limits may add up to: more than the amount with overcommit. */
        allowed: Credits,
        worstCase: Credits.nullable(),
        runwayDays: z.int().nullable(),
        promised: z.enum(['kept', 'pending', 'broken']),
        /** The promise guard's verdict, in a sentence; null with overcommit and in plans of earlier versions. */
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

const planId = z.string().min(1).max(200);
const params = z.strictObject({ plan: planId });

/** The command line on one machine makes the run itself; a deployment refuses that. */
const start = z.literal(false).optional();

export const plansContract = {
  showPlan: {
    purpose: 'Shows which limits a run would change as of a moment, and why, from the tables alone',
    query: AsOfQuery,
    answer: PlanDocument,
  },
  listPlans: {
    purpose: 'Lists the plans that were held in the last month, the last one first',
    query: z.strictObject({
      ...PageQuery.shape,
      status: z.enum(planStatuses).optional(),
      newest: CountText.optional(),
    }),
    answer: pageOf(HeldPlansDocument.unwrap().element, {
      /** How many older ones are left out. */
      more: z.int(),
    }),
    rowKey: ['plan'],
  },
  showHeldPlan: {
    purpose: 'Shows what a held plan would do, why it waits, and what moved since',
    params,
    answer: HeldPlanDocument,
  },
  applyPlan: {
    purpose: 'Starts a run that applies exactly a plan that no guard holds; the present one where none is named',
    body: z.strictObject({ plan: planId.optional(), at: Moment.optional(), start }),
    answer: StartedRunDocument,
  },
  approvePlan: {
    purpose: 'Approves a held plan, or some of its rows, and starts the run that applies it',
    params,
    body: z.strictObject({
      /** The emails of the users whose rows are released; the rest stays held. Default: the whole plan. */
      only: z.array(z.string().min(1).max(320)).min(1).max(releasedMax).readonly().optional(),
      /** The moment to apply it for; default: the plan's, plus the time since it was held. */
      at: Moment.optional(),
      start,
    }),
    answer: StartedRunDocument,
  },
  rejectPlan: { purpose: 'Rejects a held plan for good', params, answer: RejectionDocument },
} as const satisfies Contract<'plans'>;
