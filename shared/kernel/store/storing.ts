import type * as z from 'zod';

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
