import * as z from 'zod';

import { fieldsOf, type Field, type RecordCodec } from '../../records/contract/record.ts';
import { editWays } from '../../records/record-edit.ts';
import type { PlainFields } from '../../records/record-kind.ts';
import { AsOfQuery, pageOf, PageQuery } from './page.ts';

// The shared parts of operations that edit records. Fields, names and help come from the codecs.

export const NameText = z.string().min(1).max(500);

/** `agreed`: the token of the shown impact; if anything differs since, nothing is done. `at`: when it was shown. */
export const AgreedQuery = z.strictObject({ ...AsOfQuery.shape, agreed: z.hex().length(64).optional() });

export type GivenFields = Readonly<Record<string, unknown>>;

/** The settable fields of a record, by the codec's names. */
export function saidShape<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  without: readonly (keyof Terms & string)[] = [],
): Readonly<Record<string, z.ZodOptional<z.ZodUnknown>>> {
  const fields = fieldsOf(record).filter(([name]) => !without.includes(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, plainValueOf(field).optional()]));
}

export const fieldSchemas = new WeakMap<object, z.ZodType>();

/** Any value: the record's codec parses it. */
function plainValueOf({ help, schema }: Field): z.ZodUnknown {
  const value = z.unknown().describe(help);
  fieldSchemas.set(value, schema);
  return value;
}

/** Fields to set: absent ones stay, null removes a value. The codec parses them together with the stored ones. */
export function saidOf<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  without: readonly (keyof Terms & string)[] = [],
): z.ZodType<GivenFields, GivenFields> {
  return z.strictObject(saidShape(record, without)) as unknown as z.ZodType<GivenFields, GivenFields>;
}

type RecordDocument<Further extends z.ZodRawShape> = keyof Further extends never
  ? PlainFields
  : PlainFields & Readonly<z.output<z.ZodObject<Further>>>;

/** A record in documents: its fields, and what is shown beside them. */
export function recordDocumentOf<Key, Terms extends Key, Further extends z.ZodRawShape = Record<never, never>>(
  record: RecordCodec<Key, Terms>,
  further?: Further,
): z.ZodType<RecordDocument<Further>, RecordDocument<Further>> {
  const fields = fieldsOf(record).map(
    ([name, { as, ...field }]) => [as ?? name, plainValueOf(field).optional()] as const,
  );
  return z.looseObject({ ...Object.fromEntries(fields), ...further }) as unknown as z.ZodType<
    RecordDocument<Further>,
    RecordDocument<Further>
  >;
}

/** The last edit of a stored record, in its document. */
export const stampShape = { version: z.int(), updatedBy: z.string(), updatedAt: z.string() } as const;

/** A record that was granted for a time, in its document. */
export const grantedShape = {
  id: z.string(),
  status: z.enum(['upcoming', 'in-force', 'over', 'expired', 'ended']),
  createdBy: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  version: z.int(),
} as const;

const Terms = z.record(z.string(), z.unknown()).readonly();

const ChangeDocument = z.looseObject({
  change: z.enum(['add', 'change', 'remove']),
  before: Terms.nullable(),
  after: Terms.nullable(),
});

/** The result of editing a record; null when unchanged. */
export const EditedDocument = z.union([ChangeDocument, z.object({ change: z.null() })]);

const versionShape = {
  version: z.int(),
  at: z.string(),
  by: z.string(),
  way: z.enum(editWays),
} as const;

/** What makes, changes and removes a record on which limits depend. `params` names one. `purpose`: of the first. */
export function editContracts<Key, Terms extends Key, Params extends z.ZodObject>(
  record: RecordCodec<Key, Terms>,
  params: Params,
  purpose: string,
) {
  const names = Object.keys(params.shape) as (keyof Terms & string)[];
  const edit = { params, query: AgreedQuery, answer: EditedDocument };
  return {
    set: { ...edit, purpose, body: saidOf(record, names) },
    remove: { ...edit, purpose: `Removes a ${record.kind.name}` },
  };
}

/** Every version of a kind of record. `names`: what names one in a row. `query`: which are wanted. */
export function versionsContract<
  Key,
  Terms extends Key,
  Names extends z.ZodRawShape,
  Query extends z.ZodRawShape,
  Further extends z.ZodRawShape = Record<never, never>,
>(
  record: RecordCodec<Key, Terms>,
  { names, query, further }: { readonly names: Names; readonly query: Query; readonly further?: Further },
) {
  const document = recordDocumentOf(record, further).nullable();
  return {
    purpose: `Lists every version of the ${record.kind.name}s: who, when, how, before and after`,
    query: z.strictObject({ ...PageQuery.shape, ...query }),
    answer: pageOf(z.object({ ...names, ...versionShape, before: document, after: document }), {}),
    rowKey: [...Object.keys(names), 'version'],
  };
}

export const InvalidRow = z.looseObject({ problem: z.string() });

/** A file of records: CSV, or YAML with a list under its kind's name. */
export const RecordFile = z.strictObject({
  format: z.enum(['csv', 'yaml']),
  content: z.string().max(8_000_000),
  /** Removes records of its content that the file does not name. */
  prune: z.boolean().default(false),
});

export const ImportDocument = z.object({
  changes: z.array(ChangeDocument).readonly(),
  unchanged: z.int(),
  notInFile: z.array(z.string()).readonly(),
  /** Rows that must be repaired by hand first. */
  blocked: z.array(z.object({ key: z.string(), problem: z.string() })).readonly(),
  failed: z.array(z.looseObject({ problem: z.string() })).readonly(),
});

export const FileNoteDocument = z.object({ at: z.string(), problem: z.string() });
