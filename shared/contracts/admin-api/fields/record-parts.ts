import * as z from 'zod';

import { editWays } from '../../../domain/records/record-edit.ts';
import type { PlainFields } from '../../../domain/records/record-kind.ts';
import { fieldsOf, type Field, type RecordCodec } from '../../records/record.ts';
import { AsOfQuery } from './page.ts';

// What the operations that edit records have in common. Fields, their names and their help are those of the codecs.

/** A name, an email or a scope in an address. */
export const NameText = z.string().min(1).max(500);

/**
 * Only what was agreed to: `agreed` of the impact that somebody saw. Where anything has moved since, or the edit is
 * another one, nothing is done. `at` is the moment as of which the impact was shown.
 */
export const AgreedQuery = z.strictObject({ ...AsOfQuery.shape, agreed: z.hex().length(64).optional() });

/** Fields of a record beside those that the address names, by the names that the codec has for them. */
export type GivenFields = Readonly<Record<string, unknown>>;

/** The fields of a record that may be said, by the names that the codec has for them. */
export function saidShape<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  without: readonly (keyof Terms & string)[] = [],
): Readonly<Record<string, z.ZodOptional<z.ZodUnknown>>> {
  const fields = fieldsOf(record).filter(([name]) => !without.includes(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, plainValueOf(field).optional()]));
}

/** The schemas by which codecs read the values of fields that a contract takes as they are. */
export const fieldSchemas = new WeakMap<object, z.ZodType>();

/** Any value: the codec of the record reads it. */
function plainValueOf({ help, schema }: Pick<Field, 'help' | 'schema'>): z.ZodUnknown {
  const value = z.unknown().describe(help);
  fieldSchemas.set(value, schema);
  return value;
}

/**
 * What is said of a record: what is not said stays as it is, and null takes a value away. The codec reads the values,
 * once what is kept stands beside them.
 */
export function saidOf<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  without: readonly (keyof Terms & string)[] = [],
): z.ZodType<GivenFields, GivenFields> {
  return z.strictObject(saidShape(record, without)) as unknown as z.ZodType<GivenFields, GivenFields>;
}

/** A record as documents show it, with what Curfew noted beside it. */
export function recordDocumentOf<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
): z.ZodType<PlainFields, PlainFields> {
  const fields = fieldsOf(record).map(
    ([name, { as, ...field }]) => [as ?? name, plainValueOf(field).optional()] as const,
  );
  return z.looseObject(Object.fromEntries(fields)) as unknown as z.ZodType<PlainFields, PlainFields>;
}

const Terms = z.record(z.string(), z.unknown()).readonly();

/** One change of a record, with the fields that name it. */
const ChangeDocument = z.looseObject({
  change: z.enum(['add', 'change', 'remove']),
  before: Terms.nullable(),
  after: Terms.nullable(),
});

/** What came of an edit of one record; null where it was like that already. */
export const EditedDocument = z.union([ChangeDocument, z.object({ change: z.null() })]);

/** A version of a record, beside the fields that name it. */
export const versionShape = {
  version: z.int(),
  at: z.string(),
  by: z.string(),
  way: z.enum(editWays),
} as const;

/** A row that cannot be read, and why. */
export const InvalidRow = z.looseObject({ problem: z.string() });

/** A file of records as it is: CSV, or YAML with a list under the name of its kind. */
export const RecordFile = z.strictObject({
  format: z.enum(['csv', 'yaml']),
  content: z.string().max(8_000_000),
  /** Removes what the file does not name, of what it speaks of. */
  prune: z.boolean().default(false),
});

/** What an import would do to one table, or did. */
export const ImportDocument = z.object({
  changes: z.array(ChangeDocument).readonly(),
  unchanged: z.int(),
  notInFile: z.array(z.string()).readonly(),
  /** Rows of the table that must be mended by hand first. */
  blocked: z.array(z.object({ key: z.string(), problem: z.string() })).readonly(),
  /** Changes that could not be made. */
  failed: z.array(z.looseObject({ problem: z.string() })).readonly(),
});

/** Something in a file that whoever wrote it should know. */
export const FileNoteDocument = z.object({ at: z.string(), problem: z.string() });
