import type { JournalValue } from '../../../shared/journal/journal-entry.ts';
import { fieldsOf, type RecordCodec } from '../../../shared/kernel/records/contract/record.ts';
import { harmlessCell } from '../../../shared/kernel/texts/csv-cell.ts';
import { meantWord } from '../../../shared/kernel/texts/nearest-word.ts';
import { readTable, writeTable } from './table-text.ts';
import type { PastedFile } from './use-import.ts';

/** A record as the API gives it, or as much of it as a file holds. */
type TableRow = object;

type Cells = Readonly<Record<string, string>>;

/** Records of one kind as tables: a column for each field of the codec. */
export interface RecordTable {
  readonly columns: readonly string[];
  /** Records as a table with its header: commas for the API, tabs for a spreadsheet. */
  readonly write: (rows: readonly TableRow[], separator: ',' | '\t') => string;
  /**
   * Reads pasted text. With a header, columns may be in any order or missing: existing records keep those fields.
   * Without one, columns follow the commands' arguments.
   */
  readonly readPasted: (text: string, stored: readonly TableRow[]) => PastedFile;
}

/** The tables of a kind of record. `key`: the fields that name one. */
export function tableOf<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  key: readonly (keyof Terms & string)[],
): RecordTable {
  const filed = fieldsOf(record).filter(([, { isOrderOfFile }]) => isOrderOfFile !== true);
  const columns = filed.map(([name, { as = name }]) => as);
  const keyColumns = filed.flatMap(([name, { as = name }]) => (key.includes(name) ? [as] : []));
  const usual = filed.flatMap(([name, { as = name, cli }]) => ('argument' in cli ? [as] : []));

  const keyOf = (cells: Cells): string =>
    keyColumns.map((column) => (cells[column] ?? '').trim().toLowerCase()).join(' ');

  function cellsOf(row: TableRow): Cells {
    const cells = filed.map(([name, { as = name, form }]) => {
      const value = (row as Readonly<Record<string, unknown>>)[as];
      return [as, value === undefined || value === null ? '' : harmlessCell(form.write(value as JournalValue))];
    });
    return Object.fromEntries(cells) as Cells;
  }

  function textOf(rows: readonly Cells[], separator: ',' | '\t'): string {
    return writeTable([columns, ...rows.map((cells) => columns.map((column) => cells[column] ?? ''))], separator);
  }

  /** What stands in the first row, by column; undefined where it is no header. */
  function headerIn(first: readonly string[]): readonly (string | undefined)[] | undefined {
    const header = first.map((cell) => columnNamed(columns, cell));
    return header.some((column) => column !== undefined && column === keyColumns[0]) ? header : undefined;
  }

  return {
    columns,
    write: (rows, separator) => textOf(rows.map(cellsOf), separator),
    readPasted(text, stored) {
      const all = readTable(text);
      const header = headerIn(all[0] ?? []);
      const given = header ?? usual;
      const unknown = (all[0] ?? []).filter((_cell, at) => header !== undefined && header[at] === undefined);
      const missing = keyColumns.filter((column) => !given.includes(column));
      const rows = header === undefined ? all : all.slice(1);
      if (unknown.length + missing.length > 0 || rows.length === 0) {
        return { csv: '', problem: problemOf({ columns, unknown, missing }) };
      }
      const byKey = new Map(stored.map(cellsOf).map((cells) => [keyOf(cells), cells]));
      const pasted = rows.map((row): Cells => {
        const cells = given.flatMap((column, at) => (column === undefined ? [] : [[column, row[at] ?? '']]));
        return Object.fromEntries(cells) as Cells;
      });
      return {
        csv: textOf(
          pasted.map((cells) => ({ ...byKey.get(keyOf(cells)), ...cells })),
          ',',
        ),
      };
    },
  };
}

/**
 * Reads pasted elements of records that have a row for each, a row each or several in a cell. Where a header names the
 * columns, they stand in any order; without one they are the name of the record and the element.
 */
export function readPastedElements<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, text: string): PastedFile {
  const filed = fieldsOf(record).filter(([, { isOrderOfFile }]) => isOrderOfFile !== true);
  const columns = filed.map(([name, { as = name, rowEach }]) => rowEach?.as ?? as);
  const [[many, element] = ['', '']] = filed.flatMap(([name, { as = name, rowEach }]) =>
    rowEach === undefined ? [] : [[as, rowEach.as] as const],
  );
  const [key = ''] = columns;
  const all = readTable(text);
  const head = (all[0] ?? []).map((cell) => cell.toLowerCase().trim()).map((cell) => (cell === many ? element : cell));
  const hasHeader = head.includes(key);
  const names = hasHeader ? head : [key, element];
  if (!names.includes(element)) {
    return { csv: '', problem: `The column ${element} is missing` };
  }
  const given = columns.filter((column) => names.includes(column.toLowerCase()));
  const rows = (hasHeader ? all.slice(1) : all).flatMap((cells) => {
    const cellOf = (column: string): string => cells[names.indexOf(column.toLowerCase())] ?? '';
    const elements = cellOf(element)
      .split(/[;\n]/u)
      .map((each) => each.trim());
    return elements
      .filter((each, at) => each !== '' || at === 0)
      .map((each) => given.map((column) => (column === element ? each : cellOf(column))));
  });
  return rows.length === 0 ? { csv: '', problem: 'There is no row yet' } : { csv: writeTable([given, ...rows], ',') };
}

/** Why what was pasted cannot be read at all. */
function problemOf(found: Readonly<Record<'columns' | 'unknown' | 'missing', readonly string[]>>): string {
  const { columns, unknown, missing } = found;
  const [first] = unknown;
  if (first !== undefined) {
    const names = unknown.map((name) => `“${name}”`).join(', ');
    return `No column is called ${names}; ${meantWord(first, columns, `there are ${columns.join(', ')}`)}`;
  }
  return missing.length > 0 ? `The columns ${missing.join(' and ')} are missing` : 'There is no row yet';
}

function columnNamed(columns: readonly string[], cell: string): string | undefined {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/gu, '');
  return columns.find((column) => plain(column) === plain(cell));
}
