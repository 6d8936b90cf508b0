import * as z from 'zod';

/** The event that a schedule sends to a job, on AWS and on one machine: the same event delivered twice is the same run. */
export const ScheduledRun = z.object({
  /** Each job takes its own name alone. */
  job: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
  schedule: z.string().regex(/^[a-z0-9-]{1,64}$/),
  /** The moment of the schedule, not of the delivery. */
  scheduledTime: z.iso.datetime(),
  /** Only says what would be found and done; no schedule asks for that. */
  dryRun: z.boolean().optional(),
});
export type ScheduledRun = z.output<typeof ScheduledRun>;
