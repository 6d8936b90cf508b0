import { z } from 'zod';
import { dayOfDate } from '../state/day.ts';
import type { Call } from './fault.ts';

/** A YYYY-MM-DD among a fault's parameters, as a day number. */
export const DayParam = z.string().transform((date, context) => {
  const dayNumber = dayOfDate(date);
  if (dayNumber === undefined) {
    context.addIssue({ code: 'custom', message: 'must be a date YYYY-MM-DD' });
    return z.NEVER;
  }
  return dayNumber;
});

/** Whether a call is to analytics, the only endpoints that report days. */
export function isAnalytics({ pathname }: Call): boolean {
  return pathname.startsWith('/api/v1/analytics/');
}
