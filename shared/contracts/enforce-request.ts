import * as z from 'zod';

import { editSuffix, enforceJob, runIdOf } from '../domain/runs/run-id.ts';
import { jobList } from './job-list.ts';
import { ScheduledRun } from './scheduled-run.ts';

const scheduleNames = jobList[0].schedules.map(({ name }) => name);

/** Marks a run that somebody asked for, on the command line or in the console. */
export const byHandSchedule = 'by-hand';

/** Marks a run that edits of the tables ask for. */
export const editSchedule = editSuffix;

const job = z.literal(enforceJob);
const runId = z.string().max(200);

/** Who wants a plan applied, and which: the one of now where no id is given. */
const PlanRequest = z.strictObject({
  planId: z.string().min(1).max(200).exactOptional(),
  actor: z.string().min(1).max(400),
  isApproved: z.boolean(),
});

/** A run of a schedule: the same event delivered twice is the same run, since its id is made of what stands in it. */
const OfSchedule = z.strictObject({ ...ScheduledRun.shape, job, schedule: z.enum(scheduleNames) });

/** A run by hand has its id from whoever asks, so that two of one second are two runs, and each can be looked up. */
const ByHand = z
  .strictObject({
    ...ScheduledRun.shape,
    job,
    schedule: z.literal(byHandSchedule),
    runId,
    apply: PlanRequest.exactOptional(),
  })
  .refine((run) => (run.apply === undefined ? /^[0-9a-f]{8,32}$/ : /^apply-[0-9a-f]{8,32}$/).test(suffixOf(run)), {
    path: ['runId'],
    message: 'must be made of the moment and of what the run is for',
  });

const AfterEdit = z
  .strictObject({ ...ScheduledRun.shape, job, schedule: z.literal(editSchedule), runId })
  .refine((run) => /^edit-[0-9a-z-]{1,64}$/.test(suffixOf(run)), {
    path: ['runId'],
    message: 'must be made of the moment and end as the id of a run after an edit does',
  });

/**
 * What the enforcing function takes. Strict, and told apart by `schedule`: a request to apply a plan that is misspelt is
 * refused, and never done as a whole night.
 */
export const EnforceRequest = z.discriminatedUnion('schedule', [OfSchedule, ByHand, AfterEdit]);
export type EnforceRequest = z.output<typeof EnforceRequest>;
/** The one that the command line sends. */
export type ByHandRequest = z.output<typeof ByHand>;

/** What the id says beside the moment; nothing where it speaks of another moment. */
function suffixOf({ scheduledTime, runId: id }: { readonly scheduledTime: string; readonly runId: string }): string {
  const beginning = runIdOf(enforceJob, Date.parse(scheduledTime), '');
  return id.startsWith(beginning) ? id.slice(beginning.length) : '';
}
