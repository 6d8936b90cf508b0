import * as z from 'zod';

import { isEmail } from '../../../roster/email.ts';

const IDENTIFIER_CHARS_MAX = 512;

/** A field that may be absent. Null reads as absent too. */
export function maybe<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** An id or key: one non-empty line without the mark of undecodable bytes. */
export const identifier = z
  .string()
  .min(1)
  .max(IDENTIFIER_CHARS_MAX)
  .regex(/^[^\p{Cc}\uFFFD]+$/u, 'must not hold control or undecodable characters');

/** Standard Credits. The document says "number"; Curfew counts whole credits, others are invalid. */
export const credits = z.int().min(0);

/** A day of the analytics endpoints: YYYY-MM-DD, UTC. */
export const day = z.iso.date();

export const emailAddress = z.string().refine(isEmail, 'must be an email address');

const documentedValues = new WeakMap<z.core.$ZodType, ReadonlySet<string>>();

/** A documented enum; a value added later reads as `other`. */
export function openEnum<const V extends string>(values: readonly V[]) {
  const known: ReadonlySet<string> = new Set(values);
  const isKnown = (value: string): value is V => known.has(value);
  const schema = z.string().transform((value): V | 'other' => (isKnown(value) ? value : 'other'));
  documentedValues.set(schema, known);
  return schema;
}

export function isOpenEnum(schema: z.core.$ZodType): boolean {
  return documentedValues.has(schema);
}

/** `schema` is an open enum and `value` an undocumented text. */
export function isUndocumentedValue(schema: z.core.$ZodType, value: unknown): boolean {
  return typeof value === 'string' && documentedValues.get(schema)?.has(value) === false;
}

const descriptions = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** An object accepted unchanged. `description`: its documented shape, for counting unknown fields. */
export function describedObject(description: z.core.$ZodType) {
  const schema = z.record(z.string(), z.unknown());
  descriptions.set(schema, description);
  return schema;
}

export function descriptionOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  return descriptions.get(schema);
}
