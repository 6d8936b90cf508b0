import * as z from 'zod';

import { isSameStored } from '../../../contract/stored-copy.ts';
import { invariant } from '../../../invariant.ts';
import { termsIn } from '../../diff-records.ts';
import { directEditor, recordOfVersion, type RecordEdit } from '../../record-edit.ts';
import { keyText, type Stamp } from '../../record-kind.ts';
import { quotedValue, shownValue } from '../fields/quoted-value.ts';
import { betweenFields, completed, describeProblems, fault, type RecordCodec } from '../record.ts';

export type TableRow = Readonly<Record<string, unknown>>;

interface InvalidRow {
  readonly kind: 'invalid';
  readonly problem: string;
  /** The row's version, 0 for none; absent when it cannot be read either. */
  readonly seenVersion?: number;
}

type FoundRow<Terms> =
  | { readonly kind: 'none' }
  | { readonly kind: 'record'; readonly record: Terms & Stamp }
  | { readonly kind: 'invalid'; readonly problem: string };

type ReadRow<Terms> = { readonly kind: 'record'; readonly record: Terms & Stamp } | InvalidRow;

export interface StoredRecords<Key, Terms extends Key> {
  /** Reads one row, written by Curfew or by hand. Never throws, never guesses. */
  read(row: TableRow): ReadRow<Terms>;
  /** The row under a key. An unreadable row's version is unknown: it must be repaired in the table. */
  found(row: TableRow | undefined): FoundRow<Terms>;
  format(record: Terms & Stamp): Record<string, unknown>;
  /** The record after an edit; undefined when removed. */
  edited(edit: RecordEdit<Key, Terms>): (Terms & Stamp) | undefined;
  /** Whether a row holds a record by the same author, at any time; `isMade` checks its version. */
  holds(row: TableRow | undefined, record: Terms & Stamp, isMade: (version: number) => boolean): boolean;
}

/** Defaults of a hand-written row: version 0, unknown author and time. */
const stampShape = {
  version: z
    .int({ error: fault('is not a whole number', 'remove it') })
    .min(0, { error: fault('is negative', 'remove it') })
    .default(0),
  updatedBy: z
    .string({ error: fault('is not a text', 'remove it') })
    .max(320, { error: fault('is too long', 'remove it') })
    .default(directEditor),
  updatedAt: z.iso
    .datetime({ error: fault('is not an instant in UTC', 'remove it') })
    .default('1970-01-01T00:00:00.000Z'),
};

/** Derives a record's table format. */
export function storedRecords<Key, Terms extends Key>(record: RecordCodec<Key, Terms>): StoredRecords<Key, Terms> {
  const { kind } = record;
  const schema = z.lazy(() =>
    z.strictObject({ ...(record.shape as z.ZodRawShape), ...stampShape }).superRefine(betweenFields(record)),
  ) as unknown as z.ZodType<Terms & Stamp>;

  function read(stored: TableRow): ReadRow<Terms> {
    const row = completed(record, Object.fromEntries(Object.entries(stored).map(listInsteadOfSet)));
    const found = schema.safeParse(row);
    if (!found.success) {
      return invalid(row, describeProblems(found.error).join('. '));
    }
    // A different spelling of a key would be a second row, and the intended one is unknown.
    const inexact = Object.entries(kind.plainKey(found.data)).find(([name, exact]) => row[name] !== exact);
    if (inexact !== undefined) {
      const [name, exact] = inexact;
      const problem = `field ${quotedValue(name)}: ${quotedValue(row[name])} is not in its exact form`;
      return invalid(row, `${problem}; write it as ${quotedValue(exact)}`);
    }
    return { kind: 'record', record: found.data };
  }

  function format(stored: Terms & Stamp): Record<string, unknown> {
    const { version, updatedBy, updatedAt } = stored;
    return { ...record.format(termsIn<Terms>(stored)), version, updatedBy, updatedAt };
  }

  return {
    read,
    found(row) {
      const one = row === undefined ? ({ kind: 'none' } as const) : read(row);
      return one.kind === 'invalid' ? { kind: 'invalid', problem: one.problem } : one;
    },
    format,
    edited(edit) {
      const made = recordOfVersion(edit);
      if (made === undefined) {
        return undefined;
      }
      invariant(keyText(kind, made) === keyText(kind, edit.key), 'the terms of an edit are those of its record');
      invariant(edit.version > edit.seenVersion, 'an edit makes a later version');
      const found = read(format(made));
      invariant(found.kind === 'record', 'only valid terms are written');
      return found.record;
    },
    holds(row, wanted, isMade) {
      const found = row === undefined ? undefined : read(row);
      if (found?.kind !== 'record' || !isMade(found.record.version)) {
        return false;
      }
      const { version, updatedAt } = wanted;
      return isSameStored({ ...found.record, version, updatedAt }, wanted);
    },
  };
}

/** Whether a row has the version an edit is based on: 0 for no version or no row. */
export function isAsSeen(
  row: TableRow | undefined,
  { seenVersion, terms }: Pick<RecordEdit<unknown, unknown>, 'seenVersion' | 'terms'>,
): boolean {
  const isThere = row !== undefined || terms !== undefined;
  return isThere && (row?.['version'] ?? 0) === seenVersion;
}

/** A stored key field, cut for messages. */
export function shownKey<Name extends string>(row: TableRow, names: readonly Name[]): Readonly<Record<Name, string>> {
  return Object.fromEntries(names.map((name) => [name, shownValue(row[name])])) as Record<Name, string>;
}

function invalid(row: TableRow, problem: string): InvalidRow {
  const version = row['version'] ?? 0;
  const isReadable = typeof version === 'number' && Number.isSafeInteger(version) && version >= 0;
  return { kind: 'invalid', problem, ...(isReadable && { seenVersion: version }) };
}

/** Table tools offer sets where a list is meant. */
function listInsteadOfSet([name, value]: [string, unknown]): [string, unknown] {
  return [name, value instanceof Set ? [...value] : value];
}
