import { isJsonObject, type JsonObject } from '../state/json.ts';

const LISTS = ['data', 'users', 'changes', 'sessions', 'messages', 'reports', 'updated'] as const;

export function listNameOf(body: JsonObject): string | undefined {
  return LISTS.find((name) => Array.isArray(body[name]));
}

export function rowsOf(body: JsonObject): readonly JsonObject[] {
  const name = listNameOf(body);
  const rows = name === undefined ? [body] : body[name];
  return Array.isArray(rows) ? rows.filter(isJsonObject) : [];
}

/** An answer without a list becomes its one row. */
export function withRows(body: JsonObject, rows: readonly JsonObject[]): JsonObject {
  const name = listNameOf(body);
  return name === undefined ? { ...rows[0] } : { ...body, [name]: rows };
}

/** Analytics and v0 name these fields differently. */
interface NextPage {
  readonly hasMore: boolean;
  readonly cursor: string | undefined;
}

/** Undefined when the answer is not paged by cursor. */
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
