import { isJsonObject, type JsonObject } from '../state/json.ts';

/** The names under which the endpoints list their rows. */
const LISTS = ['data', 'users', 'changes', 'sessions', 'messages', 'reports', 'updated'] as const;

/** The name of an answer's list of rows; undefined for an answer that is a single thing. */
export function listNameOf(body: JsonObject): string | undefined {
  return LISTS.find((name) => Array.isArray(body[name]));
}

/** The rows of an answer; an answer without a list is its own row. */
export function rowsOf(body: JsonObject): readonly JsonObject[] {
  const name = listNameOf(body);
  const rows = name === undefined ? [body] : body[name];
  return Array.isArray(rows) ? rows.filter(isJsonObject) : [];
}

/** The answer with other rows. An answer without a list becomes its one row. */
export function withRows(body: JsonObject, rows: readonly JsonObject[]): JsonObject {
  const name = listNameOf(body);
  return name === undefined ? { ...rows[0] } : { ...body, [name]: rows };
}

/** The part of an answer that says whether there is more: analytics and v0 name its fields differently. */
interface NextPage {
  readonly hasMore: boolean;
  readonly cursor: string | undefined;
}

/** What an answer says about the next page; undefined when it is not paged by cursor. */
export function nextPageOf(body: JsonObject): NextPage | undefined {
  const { pagination, meta } = body;
  if (isJsonObject(pagination)) {
    return { hasMore: pagination['hasMore'] === true, cursor: textOf(pagination['nextCursor']) };
  }
  if (isJsonObject(meta) && 'has_more' in meta) {
    return { hasMore: meta['has_more'] === true, cursor: textOf(meta['next_cursor']) };
  }
  return undefined;
}

/** The answer saying something else about the next page. */
export function withNextPage(body: JsonObject, { hasMore, cursor }: NextPage): JsonObject {
  if (isJsonObject(body['pagination'])) {
    return { ...body, pagination: { hasMore, ...(cursor === undefined ? {} : { nextCursor: cursor }) } };
  }
  const { next_cursor: _dropped, ...meta } = isJsonObject(body['meta']) ? body['meta'] : {};
  return { ...body, meta: { ...meta, has_more: hasMore, ...(cursor === undefined ? {} : { next_cursor: cursor }) } };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
