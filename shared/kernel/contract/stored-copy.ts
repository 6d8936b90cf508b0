import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod';

import type { Json } from '../../controls/json.ts';
import { invariant, InvariantError } from '../invariant.ts';
import { compareText } from '../texts/compare-text.ts';

/**
 * A deep copy like a table's: no shared references, no undefined properties. Rejects non-finite numbers, inexact
 * integers and non-plain data, like the table.
 */
export function storedCopy<T>(value: T): T {
  return copyOf(value, refuseInexact) as T;
}

/** A deep copy of plain data without undefined properties. */
export function withoutUndefined<T>(value: T): T {
  return copyOf(value, () => {}) as T;
}

/** Whether two values are the same item: undefined properties are absent. */
export function isSameStored(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(storedCopy(one), storedCopy(other));
}

function refuseInexact(value: number): void {
  const isExact = Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
  invariant(isExact, 'a stored number is finite, and exact when it is an integer');
}

function copyOf(value: unknown, check: (value: number) => void): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return value;
    case 'number':
      check(value);
      return value;
    case 'object':
      if (value === null || value instanceof Uint8Array) {
        return value;
      }
      return Array.isArray(value) ? value.map((each) => copyOf(each, check)) : copyOfObject(value, check);
    case 'bigint':
    case 'function':
    case 'symbol':
      throw new InvariantError('a stored value is plain data');
  }
}

/** `Object.entries` and `Reflect.get` are several times slower, and worlds and benchmarks copy millions. */
function copyOfObject(value: object, check: (value: number) => void): object {
  const copy: Record<string, unknown> = {};
  const given = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(value)) {
    const part = given[name];
    if (part !== undefined) {
      const own = copyOf(part, check);
      if (name === '__proto__') {
        Object.defineProperty(copy, name, { value: own, enumerable: true, configurable: true, writable: true });
      } else {
        copy[name] = own;
      }
    }
  }
  return copy;
}

/** A map of JSON values. A table does not keep the order of fields, so they are read in alphabetical order. */
export const StoredJson = z.record(z.string(), z.json()).transform((value) => inOrder(value) as typeof value);

/** An item nests at most 32 levels, which bounds the recursion. */
function inOrder(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(inOrder);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => compareText(one, other))
          .map(([name, member]) => [name, inOrder(member)]),
      )
    : value;
}
