import * as z from 'zod';

import { safeFieldName } from './field-problem.ts';
import { descriptionOf, isUndocumentedValue } from './fields.ts';

/** The place of the walk, and where it reports. List positions are left out of the path: `users[].colour`. */
export interface UnknownFieldSink {
  readonly path: string;
  readonly count: (path: string) => void;
}

/**
 * Counts the fields of `value` that `schema` does not name, at any depth that the schema describes. Such fields are
 * let through by every reader; counting them shows when the platform has moved on from its document.
 */
export function countUnknownFields(schema: z.core.$ZodType, value: unknown, sink: UnknownFieldSink): void {
  const description = descriptionOf(schema);
  if (description !== undefined) {
    countUnknownFields(description, value, sink);
  } else if (isUndocumentedValue(schema, value)) {
    sink.count(`${sink.path} (undocumented value)`);
  } else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    countUnknownFields(schema.def.innerType, value, sink);
  } else if (schema instanceof z.ZodPipe) {
    countUnknownFields(schema.def.in, value, sink);
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const path = `${sink.path}[]`;
    value.forEach((item) => countUnknownFields(schema.def.element, item, { ...sink, path }));
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    countInObject(schema, value, sink);
  }
}

/** Names in the schema are ours; only a name from outside is checked before it is reported, which is slow. */
function countInObject(schema: z.core.$ZodType, value: object, sink: UnknownFieldSink): void {
  for (const [key, inner] of Object.entries(value)) {
    if (schema instanceof z.ZodRecord) {
      countUnknownFields(schema.def.valueType, inner, { ...sink, path: `${sink.path}{}` });
    } else if (schema instanceof z.ZodObject && Object.hasOwn(schema.shape, key)) {
      countUnknownFields(schema.shape[key], inner, { ...sink, path: pathOf(sink, key) });
    } else if (schema instanceof z.ZodObject) {
      sink.count(pathOf(sink, safeFieldName(key)));
    }
  }
}

function pathOf({ path }: UnknownFieldSink, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
