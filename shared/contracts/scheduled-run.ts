import * as z from 'zod';

import { jobList, type ScheduledRun as Contract } from './job-list.ts';

/** The event that a schedule sends to a job, on AWS and on one machine. */
export const ScheduledRun = z.object({
  job: z.enum(jobList.map((job) => job.name)),
  schedule: z.string().regex(/^[a-z0-9-]{1,64}$/),
  scheduledTime: z.iso.datetime(),
}) satisfies z.ZodType<Contract>;
export type ScheduledRun = z.output<typeof ScheduledRun>;
