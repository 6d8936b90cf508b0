import * as z from 'zod';

import { ScheduledRun } from '../../kernel/runs/contract/scheduled-run.ts';
import { editSuffix, enforceJob, runIdOf } from '../../kernel/runs/run-id.ts';

export const byHandSchedule = 'by-hand';

export const editSchedule = editSuffix;

const job = z.literal(enforceJob);
const runId = z.string().max(200);

export const releasedMax = 100;

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
