import * as z from 'zod';

import { type Endpoint, endpointName } from '../../kernel/platform/http/endpoint.ts';
import { PlatformRequestError } from '../../kernel/platform/platform-error.ts';
import { printableText } from '../../kernel/texts/printable-text.ts';

/** Analytics data begin here (section "Limits", history start). */
const ANALYTICS_FIRST_DAY = '2026-01-14';

/** First to last day inclusive, YYYY-MM-DD in UTC. */
export interface AnalyticsRange {
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * Checks a range by the "Analytics common rules": real days, in order, not before the history starts, before today by
 * `nowMs`. Returns the query parameters. Throws PlatformRequestError.
 */
export function analyticsQuery(endpoint: Endpoint, range: AnalyticsRange, nowMs: number): AnalyticsRange {
  const refuse = (field: keyof AnalyticsRange, rule: string): never => {
    const value = JSON.stringify(printableText(String(range[field]), 40));
    throw new PlatformRequestError(endpointName(endpoint), { field, rule, value });
  };
  for (const field of ['startDate', 'endDate'] as const) {
    if (!z.iso.date().safeParse(range[field]).success) {
      refuse(field, 'must be a real day as YYYY-MM-DD');
    }
  }
  if (range.startDate < ANALYTICS_FIRST_DAY) {
    refuse('startDate', `must not be before ${ANALYTICS_FIRST_DAY}, where the history starts`);
  }
  if (range.endDate < range.startDate) {
    refuse('endDate', `must not be before startDate ${range.startDate}`);
  }
  const today = new Date(nowMs).toISOString().slice(0, 10);
  if (range.endDate >= today) {
    refuse('endDate', `must be before today, ${today} (UTC)`);
  }
  return { startDate: range.startDate, endDate: range.endDate };
}
