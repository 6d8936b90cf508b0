import type * as z from 'zod';

import type { Endpoint, Target } from '../http/endpoint.ts';
import type { PlatformHttp } from '../http/http.ts';
import type { CallOptions } from '../requests/page-request.ts';
import { nextCursorOf, type pagination } from './cursor-page.ts';
import { type Pages, pages } from './pages.ts';
import { readRowSet } from './rows.ts';

/** A list of the v0 endpoints, and how one item of it is read. */
interface ListTerms<Path extends string, Row> {
  readonly endpoint: Endpoint;
  readonly response: z.ZodType<
    { readonly pagination: z.output<typeof pagination> } & Readonly<Record<Path, readonly unknown[]>>
  >;
  /** Where the items are in a response. */
  readonly path: Path;
  readonly schema: z.ZodType<Row>;
  readonly idField: string;
  readonly keyOf: (row: Row) => string;
}

interface ListRequest extends Target, CallOptions {
  /** Where to begin; undefined is the beginning. */
  readonly cursor: string | undefined;
}

/** Walks a list whose pages carry the v0 pagination object. */
export function listPages<Path extends string, Row>(
  http: PlatformHttp,
  { endpoint, response, path: listPath, keyOf, ...row }: ListTerms<Path, Row>,
  { cursor: first, path, query, signal }: ListRequest,
): Pages<Row> {
  return pages({
    endpoint,
    limits: http.limits,
    cursor: first,
    keyOf,
    async fetchPage(cursor) {
      const target = { path, query: { ...query, cursor } };
      const answer = await http.request({ endpoint, target, schema: response, signal });
      const nextCursor = nextCursorOf(answer, answer.value.pagination);
      const list = { ...row, path: listPath, items: answer.value[listPath] };
      return { rowSet: readRowSet(answer, list), nextCursor };
    },
  });
}
