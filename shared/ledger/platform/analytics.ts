import * as z from 'zod';

import type { Endpoint } from '../../kernel/platform/http/endpoint.ts';
import type { PlatformHttp } from '../../kernel/platform/http/http.ts';
import { maybe } from '../../kernel/platform/reading/fields.ts';
import { type RowSet, readRowSet } from '../../kernel/platform/reading/rows.ts';
import type { CallOptions } from '../../kernel/platform/requests/page-request.ts';
import { type AnalyticsRange, analyticsQuery } from './analytics-range.ts';

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

/** A count or ratio that is shown and not billed. */
export const figure = maybe(z.number());

/** The call of an analytics endpoint with one row per day. */
export function analyticsRows<Row>(endpoint: Endpoint, schema: z.ZodType<Row>) {
  return async (http: PlatformHttp, range: AnalyticsRange, { signal }: CallOptions = {}): Promise<RowSet<Row>> => {
    const query = { ...analyticsQuery(endpoint, range, http.asOf()) };
    const answer = await http.request({ endpoint, target: { query }, schema: analyticsResponse, signal });
    return readRowSet(answer, { path: 'data', items: answer.value.data, schema, idField: 'date' });
  };
}
