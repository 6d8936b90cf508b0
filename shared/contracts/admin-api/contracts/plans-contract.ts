import * as z from 'zod';

import { planStatuses } from '../../../domain/plans/held-plan.ts';
import { HeldPlanDocument, HeldPlansDocument } from '../../documents/runs/held-plan-document.ts';
import { PlanDocument, RejectionDocument, StartedRunDocument } from '../../documents/runs/run-documents.ts';
import { releasedMax } from '../../jobs/enforce-request.ts';
import type { Contract } from './contract.ts';
import { CountText } from '../fields/count.ts';
import { AsOfQuery, Moment, pageOf, PageQuery } from '../fields/page.ts';
import type { plansRoutes } from '../routes/plans-routes.ts';

const planId = z.string().min(1).max(200);
const params = z.strictObject({ plan: planId });

/** The caller makes the run itself, as the command line does on one machine; a deployment refuses that. */
const start = z.literal(false).exactOptional();

export const plansContract = {
  showPlan: { query: AsOfQuery, answer: PlanDocument },
  listPlans: {
    query: z.strictObject({
      ...PageQuery.shape,
      status: z.enum(planStatuses).exactOptional(),
      newest: CountText.exactOptional(),
    }),
    answer: pageOf(HeldPlansDocument.unwrap().element, {}),
    rowKey: ['plan'],
  },
  showHeldPlan: { params, answer: HeldPlanDocument },
  applyPlan: {
    body: z.strictObject({ plan: planId.exactOptional(), at: Moment.exactOptional(), start }),
    answer: StartedRunDocument,
  },
  approvePlan: {
    params,
    body: z.strictObject({
      /** The emails of the users whose rows are released; the rest waits on. All of the plan unless given. */
      only: z.array(z.string().min(1).max(320)).min(1).max(releasedMax).readonly().exactOptional(),
      /** As of when it is applied: as much later than the plan as has passed since it was held, unless given. */
      at: Moment.exactOptional(),
      start,
    }),
    answer: StartedRunDocument,
  },
  rejectPlan: { params, answer: RejectionDocument },
} as const satisfies Contract<typeof plansRoutes>;
