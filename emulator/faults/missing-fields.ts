import { z } from 'zod';
import { isJsonObject, type JsonObject, rowsOf, withRows } from './answer-rows.ts';
import { faultKind } from './fault.ts';

const Params = z.object({
  /** Names that are gone wherever they stand in the answer. */
  fields: z.array(z.string()).min(1).optional(),
});

/** When no field is named, the one of these that the rows have is gone from every row: what they are about. */
const ESSENTIAL = ['billable_tokens', 'email', 'revision', 'sessionId', 'reportId', 'id', 'date'];

/** Fields are missing. */
export const missingFieldsFault = faultKind('missing-fields', Params, ({ fields }) => ({
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
