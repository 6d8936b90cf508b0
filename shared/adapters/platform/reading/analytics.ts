import * as z from 'zod';

import { maybe } from './fields.ts';
import type { RowSet } from './rows.ts';

const meta = z.object({
  org_id: maybe(z.string()),
  start_date: maybe(z.string()),
  end_date: maybe(z.string()),
});

/** The envelope of all analytics answers (section "Analytics common rules"). */
export const analyticsResponse = z.object({ data: z.array(z.unknown()), meta });

/** The envelope of `/users`, whose meta adds the paging. */
export const analyticsUsersResponse = analyticsResponse.extend({
  meta: meta.extend({ has_more: z.boolean(), next_cursor: maybe(z.string()) }),
});

/** Whose data an answer holds, and over which days, in the platform's own words. */
interface AnalyticsMeta {
  readonly orgId: string | undefined;
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
}

export interface AnalyticsRows<Row> extends RowSet<Row> {
  readonly meta: AnalyticsMeta;
}

export function toAnalyticsMeta(wire: z.output<typeof meta>): AnalyticsMeta {
  return { orgId: wire.org_id, startDate: wire.start_date, endDate: wire.end_date };
}

/** A count or ratio that Curfew shows and does not bill by. */
export const figure = maybe(z.number());
