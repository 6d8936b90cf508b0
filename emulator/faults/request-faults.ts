import { z } from 'zod';

import { changeReport, reportChangesOf } from '../api/analytics/usage-view.ts';
import { refuseLimits } from '../api/routes/organization-routes.ts';
import { dayOfDate, dayNumberAt } from '../state/day.ts';
import { emailKey } from '../state/members/member.ts';
import { type Call, faultKind } from './fault.ts';

const DayParam = z.string().transform((date, context) => {
  const dayNumber = dayOfDate(date);
  if (dayNumber === undefined) {
    context.addIssue({ code: 'custom', message: 'must be a date YYYY-MM-DD' });
    return z.NEVER;
  }
  return dayNumber;
});

/** Only analytics report days. */
function isAnalytics({ pathname }: Call): boolean {
  return pathname.startsWith('/api/v1/analytics/');
}

const LateDayParams = z.object({
  /** Default: yesterday. */
  date: DayParam.optional(),
  as: z.enum(['absent', 'zero']).default('absent'),
});

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
    credits: z.int().min(0).max(CREDITS_MAX).optional(),
  })
  .refine(({ factor, credits }) => (factor === undefined) !== (credits === undefined), {
    path: ['factor'],
    message: 'give either factor or credits',
  });

/** A past day's numbers change, equally in every endpoint. Actual consumption and its count against limits stay. */
export const restateDayFault = faultKind('restate-day', RestateDayParams, ({ date, factor = 1, credits }) => ({
  appliesTo: isAnalytics,
  prepare({ request }) {
    const restatedDays = new Map(reportChangesOf(request).restatedDays);
    restatedDays.set(date, (totalCredits) => credits ?? totalCredits * factor);
    changeReport(request, { restatedDays });
  },
}));

const PartialErrorsParams = z.object({
  /** Failing users; trimmed and case-insensitive. */
  emails: z.array(z.string()).optional(),
  /** The failing share, evenly spread; default: half. */
  share: z.number().min(0).max(1).optional(),
});

/** Applies a limits PUT to some entries; the others are in `errors` of the 200. */
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
