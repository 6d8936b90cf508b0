import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { CountText, AsOfQuery, Moment, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import { PlanDocument, RejectionDocument, StartedRunDocument } from '../../kernel/runs/contract/run-documents.ts';
import { planStatuses } from '../held-plan.ts';
import { releasedMax } from './enforce-request.ts';
import { HeldPlanDocument, HeldPlansDocument } from './held-plan-document.ts';

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
    answer: pageOf(HeldPlansDocument.unwrap().element, {}),
    rowKey: ['plan'],
  },
  showHeldPlan: {
    purpose: 'Shows what a held plan would do, why it waits, and what moved since',
    params,
    answer: HeldPlanDocument,
  },
  applyPlan: {
    purpose: 'Starts a run that applies exactly a plan that no guard holds; that of now where none is named',
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
