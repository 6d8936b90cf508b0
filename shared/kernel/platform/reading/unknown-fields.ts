import * as z from 'zod';

import { safeFieldName } from './field-problem.ts';
import { descriptionOf, isOpenEnum, isUndocumentedValue } from './fields.ts';

/** The walk's position and sink. Paths omit list indexes: `users[].colour`. */
interface UnknownFieldSink {
  readonly path: string;
  readonly count: (path: string) => void;
}

/** Walks a value at a path; schemas without structure have none. */
type Walk = (value: unknown, path: string, count: UnknownFieldSink['count']) => void;

/** Cached by schema: answers hold one value per user and day. */
const walks = new WeakMap<z.core.$ZodType, { readonly walk: Walk | undefined }>();

/**
 * Counts the fields of `value` that `schema` does not name, at any described depth. All readers accept such fields; the
 * counts show that the platform has moved on from its document.
 */
export function countUnknownFields(schema: z.core.$ZodType, value: unknown, { path, count }: UnknownFieldSink): void {
  walkOf(schema)?.(value, path, count);
}

function walkOf(schema: z.core.$ZodType): Walk | undefined {
  const known = walks.get(schema);
  if (known !== undefined) {
    return known.walk;
  }
  const walk = walkBy(schema);
  walks.set(schema, { walk });
  return walk;
}

function walkBy(schema: z.core.$ZodType): Walk | undefined {
  const description = descriptionOf(schema);
  if (description !== undefined) {
    return walkOf(description);
  }
  if (isOpenEnum(schema)) {
    return (value, path, count) => {
      if (isUndocumentedValue(schema, value)) {
        count(`${path} (undocumented value)`);
      }
    };
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return walkOf(schema.def.innerType);
  }
  if (schema instanceof z.ZodPipe) {
    return walkOf(schema.def.in);
  }
  if (schema instanceof z.ZodArray) {
    return listWalk(walkOf(schema.def.element));
  }
  if (schema instanceof z.ZodRecord) {
    return mapWalk(walkOf(schema.def.valueType));
  }
  return schema instanceof z.ZodObject ? objectWalk(schema.shape) : undefined;
}

function listWalk(walk: Walk | undefined): Walk | undefined {
  return walk === undefined
    ? undefined
    : (value, path, count) => {
        if (Array.isArray(value)) {
          const inner = `${path}[]`;
          value.forEach((item: unknown) => walk(item, inner, count));
        }
      };
}

function mapWalk(walk: Walk | undefined): Walk | undefined {
  return walk === undefined
    ? undefined
    : (value, path, count) => {
        if (isObject(value)) {
          const inner = `${path}{}`;
          Object.values(value).forEach((item: unknown) => walk(item, inner, count));
        }
      };
}

function objectWalk(shape: Readonly<Record<string, z.core.$ZodType>>): Walk {
  const named = new Map(Object.entries(shape).map(([name, schema]) => [name, walkOf(schema)]));
  return (value, path, count) => {
    if (!isObject(value)) {
      return;
    }
    for (const [name, inner] of Object.entries(value)) {
      const walk = named.get(name);
      if (walk !== undefined) {
        walk(inner, pathOf(path, name), count);
      } else if (!named.has(name)) {
        // Our own names need no check; checking an outside name is slow.
        count(pathOf(path, safeFieldName(name)));
      }
    }
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pathOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
