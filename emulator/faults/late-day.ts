import { z } from 'zod';
import { changeReport, reportChangesOf } from '../api/analytics/report-changes.ts';
import { dayNumberAt } from '../state/day.ts';
import { DayParam, isAnalytics } from './analytics-day.ts';
import { faultKind } from './fault.ts';

const Params = z.object({
  /** The late day; yesterday when not given. */
  date: DayParam.optional(),
  /** Whether the day has no rows, or rows that say nothing happened. */
  as: z.enum(['absent', 'zero']).default('absent'),
});

/** A day's analytics are not there yet. */
export const lateDayFault = faultKind('late-day', Params, ({ date, as }) => ({
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
