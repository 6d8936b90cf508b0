import { z } from 'zod';

import { isJsonObject, type Json, type JsonObject } from '../state/json.ts';
import { rowsOf, withRows } from './answer-rows.ts';
import { faultKind } from './fault.ts';

const MalformedParams = z.object({
  /** Which row, from 0. */
  row: z.int().min(0).default(0),
  /** Only this field; default: all. */
  field: z.string().optional(),
  /** Breaks a value inside the row: the first item of a list (`by_user`), or the object at a path. */
  within: z.string().optional(),
});

/** One row has values of wrong types: numbers become text, others numbers. */
export const malformedFault = faultKind('malformed', MalformedParams, ({ row, field, within }) => ({
  change(body) {
    const rows = rowsOf(body);
    const target = rows[row];
    if (target === undefined) {
      return undefined;
    }
    const broken = within === undefined ? brokenRow(target, field) : brokenWithin(target, { within, field });
    return withRows(
      body,
      rows.map((one, index) => (index === row ? broken : one)),
    );
  },
}));

function brokenRow(row: JsonObject, field: string | undefined): JsonObject {
  const broken = Object.entries(row).map(([name, value]) => [
    name,
    field === undefined || field === name ? wrongTypeOf(value) : value,
  ]);
  return Object.fromEntries(broken) as JsonObject;
}

function brokenWithin(row: JsonObject, { within, field }: { within: string; field: string | undefined }): JsonObject {
  const [name = '', ...path] = within.split('.');
  const inner = row[name];
  if (isJsonObject(inner)) {
    const broken = path.length === 0 ? brokenRow(inner, field) : brokenWithin(inner, { within: path.join('.'), field });
    return { ...row, [name]: broken };
  }
  const [first, ...rest] = Array.isArray(inner) ? (inner as readonly Json[]) : [];
  return isJsonObject(first) ? { ...row, [name]: [brokenRow(first, field), ...rest] } : row;
}

function wrongTypeOf(value: unknown): unknown {
  return typeof value === 'number' ? 'not a number' : 42;
}

const EXTRA = { x_added_later: 'text', x_added_object: { nested: [1, 2, 3] } };

export const extraFieldsFault = faultKind('extra-fields', z.object({}), () => ({
  change: (body) =>
    withRows(
      { ...body, ...EXTRA },
      rowsOf(body).map((row) => ({ ...row, ...EXTRA })),
    ),
}));

const MissingFieldsParams = z.object({
  fields: z.array(z.string()).min(1).optional(),
});

/** Default: the first of these that the rows have, their identifying field. */
const ESSENTIAL = ['billable_tokens', 'email', 'revision', 'sessionId', 'reportId', 'id', 'date'];

export const missingFieldsFault = faultKind('missing-fields', MissingFieldsParams, ({ fields }) => ({
  change(body) {
    if (fields !== undefined) {
      return without(body, new Set(fields)) as JsonObject;
    }
    const rows = rowsOf(body);
    const essential = ESSENTIAL.find((name) => rows.some((row) => name in row));
    return essential === undefined
      ? undefined
      : withRows(
          body,
          rows.map(({ [essential]: _gone, ...row }) => row),
        );
  },
}));

function without(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => without(item, names));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const kept = Object.entries(value).filter(([name]) => !names.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, without(inner, names)]));
}
