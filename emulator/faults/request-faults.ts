import { z } from 'zod';

import { changeReport, reportChangesOf } from '../api/analytics/usage-view.ts';
import { refuseLimits } from '../api/routes/organization-routes.ts';
import { dayOfDate, dayNumberAt } from '../state/day.ts';
import { emailKey } from '../state/members/member.ts';
import { type Call, faultKind } from './fault.ts';

/** A YYYY-MM-DD among a fault's parameters, as a day number. */
const DayParam = z.string().transform((date, context) => {
  const dayNumber = dayOfDate(date);
  if (dayNumber === undefined) {
    context.addIssue({ code: 'custom', message: 'must be a date YYYY-MM-DD' });
    return z.NEVER;
  }
  return dayNumber;
});

/** Whether a call is to analytics, the only endpoints that report days. */
function isAnalytics({ pathname }: Call): boolean {
  return pathname.startsWith('/api/v1/analytics/');
}

const LateDayParams = z.object({
  /** The late day; yesterday when not given. */
  date: DayParam.optional(),
  /** Whether the day has no rows, or rows that say nothing happened. */
  as: z.enum(['absent', 'zero']).default('absent'),
});

/** A day's analytics are not there yet. */
export const lateDayFault = faultKind('late-day', LateDayParams, ({ date, as }) => ({
  appliesTo: isAnalytics,
  prepare({ request, world }) {
    const day = date ?? dayNumberAt(world.clock.now()) - 1;
    const { absentDays, zeroDays } = reportChangesOf(request);
    changeReport(
      request,
      as === 'absent' ? { absentDays: new Set([...absentDays, day]) } : { zeroDays: new Set([...zeroDays, day]) },
    );
  },
}));

const CREDITS_MAX = 1_000_000_000_000;
const RestateDayParams = z
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
export const restateDayFault = faultKind('restate-day', RestateDayParams, ({ date, factor = 1, credits }) => ({
  appliesTo: isAnalytics,
  prepare({ request }) {
    const restatedDays = new Map(reportChangesOf(request).restatedDays);
    restatedDays.set(date, (totalCredits) => credits ?? totalCredits * factor);
    changeReport(request, { restatedDays });
  },
}));

const PartialErrorsParams = z.object({
  /** These fail; matched trimmed and case-insensitively. */
  emails: z.array(z.string()).optional(),
  /** The share of the entries that fail, evenly spread; half when neither is given. */
  share: z.number().min(0).max(1).optional(),
});

/** A PUT of limits is applied for some of its entries; the others are listed in `errors` of the 200. */
export const partialErrorsFault = faultKind('partial-errors', PartialErrorsParams, ({ emails, share }) => ({
  appliesTo: ({ method, pathname }) => method === 'PUT' && pathname === '/api/v0/organization/usage/limits/users',
  prepare({ request }) {
    const named = new Set(emails?.map(emailKey));
    const failing = share ?? (emails === undefined ? 0.5 : 0);
    refuseLimits(
      request,
      (email, index) => named.has(email) || Math.floor((index + 1) * failing) > Math.floor(index * failing),
    );
  },
}));
