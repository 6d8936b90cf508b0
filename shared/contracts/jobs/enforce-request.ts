import * as z from 'zod';

import { editSuffix, enforceJob, runIdOf } from '../../domain/runs/run-id.ts';
import { ScheduledRun } from './scheduled-run.ts';

/** Marks a run that somebody asked for, on the command line or in the console. */
export const byHandSchedule = 'by-hand';

/** Marks a run that edits of the tables ask for. */
export const editSchedule = editSuffix;

const job = z.literal(enforceJob);
const runId = z.string().max(200);

/** So many rows of a held plan may be released at once. */
export const releasedMax = 100;

/** Who wants a plan applied, and which: the one of now where no id is given. */
const PlanRequest = z.strictObject({
  planId: z.string().min(1).max(200).optional(),
  actor: z.string().min(1).max(600),
  isApproved: z.boolean(),
  only: z.array(z.string().min(1).max(320)).min(1).max(releasedMax).readonly().optional(),
});

/** A run by hand has its id from whoever asks, so that two of one second are two runs, and each can be looked up. */
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

/** The request that follows from edits of the tables. */
export const AfterEditRequest = z
  .strictObject({ ...ScheduledRun.shape, job, schedule: z.literal(editSchedule), runId })
  .refine((run) => /^edit-[0-9a-z-]{1,64}$/.test(suffixOf(run)), {
    path: ['runId'],
    message: 'must be made of the moment and end as the id of a run after an edit does',
  });

export type ByHandRequest = z.output<typeof ByHandRequest>;

/** A run that somebody asks for, of any job. */
export type RunRequest = ByHandRequest | ScheduledRun;

/** The id of the run that follows: the one that is asked for, or what the job makes of its event. */
export function runIdOfRequest(request: RunRequest): string {
  return 'runId' in request ? request.runId : runIdOf(request.job, Date.parse(request.scheduledTime), request.schedule);
}

/** What the id says beside the moment; nothing where it speaks of another moment. */
function suffixOf({ scheduledTime, runId: id }: { readonly scheduledTime: string; readonly runId: string }): string {
  const beginning = runIdOf(enforceJob, Date.parse(scheduledTime), '');
  return id.startsWith(beginning) ? id.slice(beginning.length) : '';
}
