import * as z from 'zod';

import { recentValues } from '../../recent-values.ts';
import type { Answer } from '../http/call.ts';
import { type Endpoint, endpointName, type Target } from '../http/endpoint.ts';
import type { PlatformHttp } from '../http/http.ts';
import type { PlatformLimits } from '../http/limits.ts';
import { PlatformError } from '../platform-error.ts';
import type { CallOptions } from '../requests/page-request.ts';
import { maybe } from './fields.ts';
import { type RowSet, readRowSet } from './rows.ts';

export interface Page<Row> extends RowSet<Row> {
  /** Counted from 1 in this iteration. */
  readonly number: number;
  /** Where the next page begins; undefined on the last page. */
  readonly nextCursor: string | undefined;
  /** Keys of rows already on this or a recent page. The rows stay in `rows`, as served. */
  readonly repeated: readonly string[];
}

export type Pages<Row> = AsyncGenerator<Page<Row>, void, undefined>;

export interface FetchedPage<Row> {
  readonly rowSet: RowSet<Row>;
  readonly nextCursor: string | undefined;
}

export interface PageSource<Row> {
  readonly endpoint: Endpoint;
  readonly limits: PlatformLimits;
  /** Where to begin; undefined: the beginning. */
  readonly cursor: string | undefined;
  readonly keyOf: (row: Row) => string;
  readonly fetchPage: (cursor: string | undefined) => Promise<FetchedPage<Row>>;
}

const keysMin = 100_000;

/**
 * Walks a list page by page with any of the platform's three paging schemes (`fetchPage`). An empty page in the middle
 * is no end, and oversized pages are accepted. Throws PlatformError of kind `paging` for a repeated cursor, too many
 * pages without new rows, or too many pages.
 */
export async function* pages<Row>(source: PageSource<Row>): Pages<Row> {
  const { pagesMax, stalePagesMax } = source.limits;
  const cursors = new Set(source.cursor === undefined ? [] : [source.cursor]);
  const seen = recentValues<true>(keysMin);
  let cursor = source.cursor;
  let stalePages = 0;
  for (let number = 1; number <= pagesMax; number += 1) {
    const { rowSet, nextCursor } = await source.fetchPage(cursor);
    const repeated = rowSet.rows.map(source.keyOf).filter((key) => {
      const isRepeated = seen.get(key) === true;
      seen.set(key, true);
      return isRepeated;
    });
    yield { ...rowSet, number, nextCursor, repeated };

    if (nextCursor === undefined) {
      return;
    }
    refuseIf(cursors.has(nextCursor), source, `page ${number} names a cursor that was used before`);
    stalePages = repeated.length === rowSet.rows.length ? stalePages + 1 : 0;
    refuseIf(stalePages >= stalePagesMax, source, `${stalePagesMax} pages in a row brought nothing new`);
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  refuseIf(true, source, `the list goes on after ${pagesMax} pages`);
}

function refuseIf(wrong: boolean, source: Pick<PageSource<never>, 'endpoint'>, problem: string): void {
  if (wrong) {
    throw new PlatformError({
      kind: 'paging',
      endpoint: endpointName(source.endpoint),
      attempts: 1,
      outcomeUnknown: false,
      problem,
    });
  }
}

/** The v0 pagination object (section "Pagination object"). The last page may omit `nextCursor`. */
export const pagination = z.object({ hasMore: z.boolean(), nextCursor: maybe(z.string()) });

/** Where the next page begins; undefined after the last. Rejects more pages without a cursor: rows would be lost. */
export function nextCursorOf(
  answer: Answer<unknown>,
  { hasMore, nextCursor }: { readonly hasMore: boolean; readonly nextCursor: string | undefined },
): string | undefined {
  if (!hasMore) {
    return undefined;
  }
  if (nextCursor === undefined || nextCursor === '') {
    throw answer.malformed('the page says that more items follow and names no cursor');
  }
  return nextCursor;
}

/** Walks a list whose pages carry the v0 pagination object. */
export function listPages<Path extends string, Row>(
  http: PlatformHttp,
  {
    endpoint,
    response,
    path: listPath,
    keyOf,
    ...row
  }: {
    readonly endpoint: Endpoint;
    readonly response: z.ZodType<
      { readonly pagination: z.output<typeof pagination> } & Readonly<Record<Path, readonly unknown[]>>
    >;
    readonly path: Path;
    readonly schema: z.ZodType<Row>;
    readonly idField: string;
    readonly keyOf: (row: Row) => string;
  },
  { cursor: first, path, query, signal }: Target & CallOptions & { readonly cursor: string | undefined },
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
