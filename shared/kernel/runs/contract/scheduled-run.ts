import * as z from 'zod';

/** The event a schedule sends to a job, on AWS and locally: repeated delivery is the same run. */
export const ScheduledRun = z.object({
  /** Each job accepts only its own name. */
  job: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
  schedule: z.string().regex(/^[a-z0-9-]{1,64}$/),
  /** The schedule's moment, not the delivery's. */
  scheduledTime: z.iso.datetime(),
  /** Reports findings and actions only; schedules never set it. */
  dryRun: z.boolean().optional(),
});
export type ScheduledRun = z.output<typeof ScheduledRun>;
