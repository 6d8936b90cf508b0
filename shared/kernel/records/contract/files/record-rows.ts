import { stringify as stringifyCsv } from 'csv-stringify/sync';

import type { JournalValue } from '../../../../journal/journal-entry.ts';
import { harmlessCell } from '../../../texts/csv-cell.ts';
import { fieldsOf, plainFromTexts, type Field, type RecordCodec } from '../record.ts';
import { readCsvTable } from './csv-table.ts';
import type { PlainRow, RecordRows } from './file-rows.ts';
import { readSpreadRows, spreadField } from './spread-rows.ts';
import { filledFields, type YamlEntry, yamlText } from './yaml-sections.ts';

function csvColumns<Key, Terms extends Key>(record: RecordCodec<Key, Terms>): readonly string[] {
  return filedFields(record).map(columnOf);
}

function columnOf([name, { as = name, rowEach }]: readonly [string, Field]): string {
  return rowEach?.as ?? as;
}

/** Reads records from CSV, in any column order; columns without a default are required. */
export function readRecordCsv<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  text: string,
): RecordRows<Terms> {
  const fields = filedFields(record);
  const required = fields
    .filter(([, field]) => !field.schema.safeParse(undefined).success && field.isOptional !== true)
    .map(columnOf);
  const table = readCsvTable(text, { columns: csvColumns(record), required });
  if (table.kind === 'broken') {
    return { rows: [], problems: table.notes };
  }
  const spread = spreadField(record);
  const plainOf = (cells: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> =>
    spread === undefined
      ? plainFromTexts(record, new Map(fields.map((each) => [each[0], cells.get(columnOf(each)) ?? ''])))
      : // An empty cell is a wrong name, or a wrong element.
        Object.fromEntries(
          fields.flatMap((each) => {
            const cell = cells.get(columnOf(each)) ?? '';
            const isElement = each[1].rowEach !== undefined;
            return cell.trim() === '' && each[1].isOptional === true
              ? []
              : [[columnOf(each), isElement ? cell : each[1].form.read(cell)] as const];
          }),
        );
  const rows = table.rows.flatMap(({ at, cells }) =>
    cells.kind === 'uneven'
      ? []
      : [
          {
            at,
            plain: plainOf(cells.byColumn),
            unsaid: unsaidOf(record, (each) => cells.byColumn.has(columnOf(each))),
          },
        ],
  );
  const uneven = table.rows.flatMap(({ at, cells }) => (cells.kind === 'uneven' ? [{ at, text: cells.text }] : []));
  const read = readRows(record, rows);
  return { rows: read.rows, problems: [...uneven, ...read.problems] };
}

/** CSV of records with a header: all fields, or some. An import leaves others unchanged. */
export function formatRecordCsv<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  records: readonly Terms[],
  some?: readonly (keyof Terms & string)[],
): string {
  const fields = filedFields(record).filter(([name]) => some === undefined || some.some((each) => each === name));
  const rows = records.flatMap((terms) => {
    const plain = record.format(terms);
    const spread = fields.find(([, { rowEach }]) => rowEach !== undefined)?.[0];
    const elements = spread === undefined ? [undefined] : elementsIn(plain[spread]);
    return elements.map((element) =>
      fields.map(([name, { form }]) => {
        const value = name === spread ? element : plain[name];
        return value === undefined ? '' : harmlessCell(form.write(value));
      }),
    );
  });
  return stringifyCsv([fields.map(columnOf), ...rows]);
}

function elementsIn(value: JournalValue | undefined): readonly JournalValue[] {
  return Array.isArray(value) ? (value as readonly JournalValue[]) : [];
}

/** Reads a YAML list. Values may use the CSV form where it is unambiguous. */
export function readRecordEntries<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  entries: readonly YamlEntry[],
): RecordRows<Terms> {
  const isSpread = spreadField(record) !== undefined;
  const fields = new Map(filedFields(record).map(([name, field]) => [field.as ?? name, { name, form: field.form }]));
  const refused = entries.flatMap(({ at, value }) => (value.kind === 'refused' ? [{ at, text: value.text }] : []));
  const rows = entries.flatMap(({ at, value }) => {
    if (value.kind === 'refused') {
      return [];
    }
    // An empty value clears the field, like an empty cell.
    const typed = Object.entries(filledFields(value.fields)).map(([key, each]) => {
      const field = fields.get(key);
      const read = field?.form.readTyped === undefined ? each : field.form.readTyped(each);
      return [isSpread ? key : (field?.name ?? key), read] as const;
    });
    const unsaid = unsaidOf(record, ([name, { as = name }]) => Object.hasOwn(value.fields, as));
    return [{ at, plain: Object.fromEntries(typed), unsaid }];
  });
  const read = readRows(record, rows);
  return { rows: read.rows, problems: [...refused, ...read.problems] };
}

export function formatRecordYaml<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  section: string,
  records: readonly Terms[],
): string {
  const places = new Set(
    fieldsOf(record).flatMap(([name, { as = name, isOrderOfFile }]) => (isOrderOfFile ? [as] : [])),
  );
  const entryOf = (terms: Terms) =>
    Object.fromEntries(Object.entries(record.document(terms)).filter(([name]) => !places.has(name)));
  return yamlText({ [section]: records.map(entryOf) });
}

function readRows<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  rows: readonly PlainRow[],
): RecordRows<Terms> {
  const spread = spreadField(record);
  if (spread !== undefined) {
    return readSpreadRows(record, spread, rows);
  }
  const read = rows.map((row) => readRow(record, row));
  return { rows: read.flatMap((each) => each.rows), problems: read.flatMap(({ problems }) => problems) };
}

function readRow<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { at, plain, unsaid }: PlainRow,
): RecordRows<Terms> {
  const read = record.parse(plain);
  return read.kind === 'refused'
    ? { rows: [], problems: read.problems.map((text) => ({ at, text })) }
    : { rows: [{ at, terms: read.terms, unsaid }], problems: [] };
}

function unsaidOf<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  isSaid: (field: readonly [string, Field]) => boolean,
): readonly string[] {
  return filedFields(record).flatMap((each) => (isSaid(each) ? [] : [each[0]]));
}

function filedFields<Key, Terms extends Key>(record: RecordCodec<Key, Terms>): readonly (readonly [string, Field])[] {
  return fieldsOf(record).filter(([, { isOrderOfFile }]) => isOrderOfFile !== true);
}
