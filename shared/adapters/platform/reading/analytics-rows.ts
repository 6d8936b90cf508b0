import type * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import type { PlatformHttp } from '../http/http.ts';
import { type AnalyticsRange, analyticsQuery } from '../requests/analytics-range.ts';
import type { CallOptions } from '../requests/page-request.ts';
import { type AnalyticsRows, analyticsResponse, toAnalyticsMeta } from './analytics.ts';
import { readRowSet } from './rows.ts';

/** Asks for the rows of a range of days. */
type AnalyticsCall<Row> = (
  http: PlatformHttp,
  range: AnalyticsRange,
  options?: CallOptions,
) => Promise<AnalyticsRows<Row>>;

/** The call of an analytics endpoint: one row for each day or, with `groupBy`, for each day and member of the group. */
export function analyticsRows<Row>(
  endpoint: Endpoint,
  { schema, groupBy }: { readonly schema: z.ZodType<Row>; readonly groupBy?: string },
): AnalyticsCall<Row> {
  return async (http, range, { signal } = {}) => {
    const group = groupBy === undefined ? {} : { group_by: groupBy };
    const query = { ...analyticsQuery(endpoint, range, http.asOf()), ...group };
    const answer = await http.request({ endpoint, target: { query }, schema: analyticsResponse, signal });
    const idField = groupBy === undefined ? 'date' : 'group_key';
    const list = { path: 'data', items: answer.value.data, schema, idField };
    return { meta: toAnalyticsMeta(answer.value.meta), ...readRowSet(answer, list) };
  };
}
