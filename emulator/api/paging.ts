import { BadRequestError } from './http-error.ts';

export { BadRequestError } from './http-error.ts';

/** platform-api.md, Limits: page size of every v0 list and of analytics /users. */
const PAGE_SIZE_DEFAULT = 20;
const PAGE_SIZE_MAX = 100;

interface PageQuery {
  readonly limit?: string;
  readonly cursor?: string;
}

/** platform-api.md, "Pagination object". */
export interface Pagination {
  readonly hasMore: boolean;
  readonly nextCursor?: string;
}

/** Takes `limit` and `cursor` out of a parsed query string. Throws BadRequestError when one is given twice. */
export function pageQueryOf(query: unknown): PageQuery {
  const { limit, cursor } = query as Record<string, unknown>;
  return { ...textOf('limit', limit), ...textOf('cursor', cursor) };
}

function textOf(name: string, value: unknown): Record<string, string> {
  if (value === undefined) {
    return {};
  }
  if (typeof value !== 'string') {
    throw new BadRequestError(`${name}: given more than once`);
  }
  return { [name]: value };
}

/** 1 to 100, default 20. Throws BadRequestError for anything else. */
export function pageSizeOf(limit: string | undefined): number {
  if (limit === undefined) {
    return PAGE_SIZE_DEFAULT;
  }
  const size = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (size < 1 || size > PAGE_SIZE_MAX) {
    throw new BadRequestError(`limit: must be an integer from 1 to ${PAGE_SIZE_MAX}`);
  }
  return size;
}

interface Identity<T> {
  idOf(item: T): string;
  /** An item's index, or -1; for long lists. */
  placeOf?(id: string): number;
}

/**
 * One page of a list in its order. The cursor is the last id of the previous page; `nextCursor` exists only when more
 * items follow. Throws BadRequestError for a limit outside 1 to 100 and an unknown cursor.
 */
export function pageOf<T>(
  items: readonly T[],
  query: PageQuery,
  identity: Identity<T>,
): { readonly items: readonly T[]; readonly pagination: Pagination } {
  const size = pageSizeOf(query.limit);
  const start = startAfter(items, query.cursor, identity);
  const page = items.slice(start, start + size);
  const last = page.at(-1);
  const hasMore = start + size < items.length;
  return {
    items: page,
    pagination: hasMore && last !== undefined ? { hasMore, nextCursor: identity.idOf(last) } : { hasMore: false },
  };
}

function startAfter<T>(items: readonly T[], cursor: string | undefined, identity: Identity<T>): number {
  if (cursor === undefined) {
    return 0;
  }
  const index = identity.placeOf?.(cursor) ?? items.findIndex((item) => identity.idOf(item) === cursor);
  if (index === -1) {
    throw new BadRequestError('cursor: unknown');
  }
  return index + 1;
}
