import type { JobSchedule } from '../contracts/jobs/job-declaration.ts';

/** The cron pattern of a schedule: minute, hour, day of the month, and every month and weekday. */
export function cronPattern({ minute, hour, dayOfMonth = '*' }: JobSchedule): string {
  return `${minute} ${hour} ${dayOfMonth} * *`;
}
