import { z } from 'zod';
import { isJsonObject, type JsonObject, rowsOf, withRows } from './answer-rows.ts';
import { faultKind } from './fault.ts';

const Params = z.object({
  /** Which row, from 0. */
  row: z.int().min(0).default(0),
  /** Only this field of it; all of its fields when not given. */
  field: z.string().optional(),
  /** The list inside the row whose first item is broken instead, such as `by_user`. */
  within: z.string().optional(),
});

/** One row has values of the wrong types: numbers become text, all else numbers. */
export const malformedFault = faultKind('malformed', Params, ({ row, field, within }) => ({
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
  const list = row[within];
  const [first, ...rest] = Array.isArray(list) ? (list as readonly unknown[]) : [];
  return isJsonObject(first) ? { ...row, [within]: [brokenRow(first, field), ...rest] } : row;
}

function wrongTypeOf(value: unknown): unknown {
  return typeof value === 'number' ? 'not a number' : 42;
}
