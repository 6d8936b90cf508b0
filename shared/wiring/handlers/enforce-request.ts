import * as z from 'zod';

import { AfterEditRequest, ByHandRequest } from '../../enforcement/contract.ts';
import { job } from '../../enforcement/job.ts';
import { ScheduledRun } from '../../kernel/runs/contract/scheduled-run.ts';

/** A run of a schedule: the same event delivered twice is the same run, since its id is made of the event. */
const OfSchedule = z.strictObject({
  ...ScheduledRun.shape,
  job: z.literal(job.name),
  schedule: z.enum(job.schedules.map(({ name }) => name)),
});

/**
 * What the function takes. Strict, and distinguished by `schedule`: a misspelt request to apply a plan is refused, and
 * never done as a whole run.
 */
export const EnforceRequest = z.discriminatedUnion('schedule', [OfSchedule, ByHandRequest, AfterEditRequest]);
export type EnforceRequest = z.output<typeof EnforceRequest>;
