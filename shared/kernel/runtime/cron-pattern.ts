import type { JobSchedule } from '../runs/contract/job-declaration.ts';

/** A schedule's cron pattern: minute, hour, day of the month, any month and weekday. */
export function cronPattern({ minute, hour, dayOfMonth = '*' }: JobSchedule): string {
  return `${minute} ${hour} ${dayOfMonth} * *`;
}
