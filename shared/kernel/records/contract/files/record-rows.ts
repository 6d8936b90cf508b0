import { stringify as stringifyCsv } from 'csv-stringify/sync';

import { fieldsOf, plainFromTexts, type Field, type RecordCodec } from '../record.ts';
import { harmlessCell } from './csv-cell.ts';
import { readCsvTable } from './csv-table.ts';
import type { FileNote } from './file-rows.ts';
import { filledFields, type YamlEntry, yamlText } from './yaml-sections.ts';

/** A row with defaults for the fields it does not state (`unsaid`): no column, or no key. */
export interface RecordRow<Terms> {
  readonly at: string;
  readonly terms: Terms;
  readonly unsaid: readonly string[];
}

export interface RecordRows<Terms> {
  readonly rows: readonly RecordRow<Terms>[];
  readonly problems: readonly FileNote[];
}

function columnsOf<Key, Terms extends Key>(record: RecordCodec<Key, Terms>): readonly string[] {
  return filedFields(record).map(([name, field]) => field.as ?? name);
}

/** Reads records from CSV, in any column order; columns without a default are required. */
export function readRecordCsv<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  text: string,
): RecordRows<Terms> {
  const columns = columnsOf(record);
  const required = filedFields(record)
    .filter(([, field]) => !field.schema.safeParse(undefined).success && field.isOptional !== true)
    .map(([name, field]) => field.as ?? name);
  const table = readCsvTable(text, { columns, required });
  if (table.kind === 'broken') {
    return { rows: [], problems: table.notes };
  }
  const textsByField = (cells: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
    new Map(filedFields(record).map(([name, field]) => [name, cells.get(field.as ?? name) ?? '']));
  const read = table.rows.map(({ at, cells }) =>
    cells.kind === 'uneven'
      ? { rows: [], problems: [{ at, text: cells.text }] }
      : readRow(record, {
          at,
          plain: plainFromTexts(record, textsByField(cells.byColumn)),
          unsaid: unsaidOf(record, (name) => cells.byColumn.has(name)),
        }),
  );
  return { rows: read.flatMap(({ rows }) => rows), problems: read.flatMap(({ problems }) => problems) };
}

/** CSV of records with a header: all fields, or some. An import leaves others unchanged. */
export function formatRecordCsv<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  records: readonly Terms[],
  some?: readonly (keyof Terms & string)[],
): string {
  const fields = filedFields(record).filter(([name]) => some === undefined || some.some((each) => each === name));
  const rows = records.map((terms) => {
    const plain = record.format(terms);
    return fields.map(([name, { form }]) => {
      const value = plain[name];
      return value === undefined ? '' : harmlessCell(form.write(value));
    });
  });
  return stringifyCsv([fields.map(([name, field]) => field.as ?? name), ...rows]);
}

/** Reads a YAML list. Values may use the CSV form where it is unambiguous. */
export function readRecordEntries<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  entries: readonly YamlEntry[],
): RecordRows<Terms> {
  const fields = new Map(filedFields(record).map(([name, field]) => [field.as ?? name, { name, form: field.form }]));
  const read = entries.map(({ at, value }) => {
    if (value.kind === 'refused') {
      return { rows: [], problems: [{ at, text: value.text }] };
    }
    // An empty value clears the field, like an empty cell.
    const typed = Object.entries(filledFields(value.fields)).map(([key, each]) => {
      const field = fields.get(key);
      return [field?.name ?? key, field?.form.readTyped === undefined ? each : field.form.readTyped(each)] as const;
    });
    const unsaid = unsaidOf(record, (name) => Object.hasOwn(value.fields, name));
    return readRow(record, { at, plain: Object.fromEntries(typed), unsaid });
  });
  return { rows: read.flatMap(({ rows }) => rows), problems: read.flatMap(({ problems }) => problems) };
}

export function formatRecordYaml<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  section: string,
  records: readonly Terms[],
): string {
  return yamlText({ [section]: records.map((terms) => record.document(terms)) });
}

function readRow<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  row: { readonly at: string; readonly plain: Readonly<Record<string, unknown>>; readonly unsaid: readonly string[] },
): RecordRows<Terms> {
  const { at, plain, unsaid } = row;
  const read = record.parse(plain);
  return read.kind === 'refused'
    ? { rows: [], problems: read.problems.map((text) => ({ at, text })) }
    : { rows: [{ at, terms: read.terms, unsaid }], problems: [] };
}

function unsaidOf<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  isSaid: (name: string) => boolean,
): readonly string[] {
  return filedFields(record).flatMap(([name, field]) => (isSaid(field.as ?? name) ? [] : [name]));
}

function filedFields<Key, Terms extends Key>(record: RecordCodec<Key, Terms>): readonly (readonly [string, Field])[] {
  return fieldsOf(record).filter(([, { isOrderOfFile }]) => isOrderOfFile !== true);
}
