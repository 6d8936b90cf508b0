import { z } from 'zod';
import { changeReport, reportChangesOf } from '../api/analytics/report-changes.ts';
import { DayParam, isAnalytics } from './analytics-day.ts';
import { faultKind } from './fault.ts';

const CREDITS_MAX = 1_000_000_000_000;
const Params = z
  .object({
    date: DayParam,
    factor: z.number().min(0).max(1_000).optional(),
    /** The day's new total, divided among users as the old one was. */
    credits: z.int().min(0).max(CREDITS_MAX).optional(),
  })
  .refine(({ factor, credits }) => (factor === undefined) !== (credits === undefined), {
    path: ['factor'],
    message: 'give either factor or credits',
  });

/**
 * A past day's numbers are others than before, the same in every endpoint. What was consumed in truth, and counted
 * against limits, stays.
 */
export const restateDayFault = faultKind('restate-day', Params, ({ date, factor = 1, credits }) => ({
  appliesTo: isAnalytics,
  prepare({ request }) {
    const restatedDays = new Map(reportChangesOf(request).restatedDays);
    restatedDays.set(date, (totalCredits) => credits ?? totalCredits * factor);
    changeReport(request, { restatedDays });
  },
}));
