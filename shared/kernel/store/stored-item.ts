import type * as z from 'zod';

import { isSameStored, withoutUndefined } from '../contract/stored-copy.ts';
import { invariant } from '../invariant.ts';

export type Item = Record<string, unknown>;

export interface Place {
  readonly table: string;
  readonly key: string;
}

/** An item is malformed. The message names table, key and fields, no values. */
export class BrokenItemError extends Error {
  override readonly name = 'BrokenItemError';
}

/** DynamoDB takes 400 KB including attribute names; the margin covers what it counts differently. */
const itemBytesMax = 350 * 1024;

/** Parses a stored item. Throws BrokenItemError. */
export function readItem<T>(schema: z.ZodType<T>, item: Item, place: Place): T {
  const read = schema.safeParse(item);
  if (!read.success) {
    throw new BrokenItemError(`${describePlace(place)} is broken: ${faultsIn(read.error)}. Repair or remove it.`);
  }
  return read.data;
}

/** Checks an item's form and size before a write. Throws BrokenItemError. */
export function checkItem(schema: z.ZodType, item: Item, place: Place): Item {
  const stored = withoutUndefined(item);
  const read = schema.safeParse(stored);
  if (!read.success) {
    throw new BrokenItemError(`${describePlace(place)} is not written: ${faultsIn(read.error)}`);
  }
  // A field unknown to the schema would be lost on read.
  invariant(isSameStored(read.data, stored), 'an item that is written is read back whole');
  const bytes = itemBytes(stored);
  if (bytes > itemBytesMax) {
    throw new BrokenItemError(`${describePlace(place)} is not written: ${bytes} bytes are over ${itemBytesMax}`);
  }
  return stored;
}

/** Approximate size of an item in its table. */
export function itemBytes(item: Item): number {
  return Buffer.byteLength(JSON.stringify(item));
}

function describePlace({ table, key }: Place): string {
  return `the item ${JSON.stringify(key.slice(0, 200))} of table ${table}`;
}

function faultsIn(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ');
}

/** All field names, optional ones too, prefixed by their parents'. Entries of a map have no names. */
type FieldNames<T> = T extends readonly (infer Element)[]
  ? FieldNames<Element>
  : T extends object
    ? string extends keyof T
      ? never
      : { [Name in keyof T & string]-?: Name | `${Name}.${FieldNames<NonNullable<T[Name]>>}` }[keyof T & string]
    : never;

type Forgotten<Value, Read> = Exclude<FieldNames<Value>, FieldNames<Read>>;

/**
 * States what a schema stores: `storing<Run>()(z.object({…}))`. A field that the schema lacks, even an optional one,
 * would be lost on read: it does not compile, and the message names it.
 */
export function storing<Value>() {
  return <Schema extends z.ZodType>(
    schema: Schema &
      ([Forgotten<Value, z.output<Schema>>] extends [never]
        ? unknown
        : { readonly forgets: Forgotten<Value, z.output<Schema>> }),
  ): Schema => schema;
}
