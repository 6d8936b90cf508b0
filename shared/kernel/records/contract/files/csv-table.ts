import { originalCell } from '../../../texts/csv-cell.ts';
import { meantWord, nearestWord } from '../../../texts/nearest-word.ts';
import { quotedValue } from '../fields/quoted-value.ts';
import { readCsvRecords, type CsvRecord } from './csv-records.ts';
import type { FileNote } from './file-rows.ts';

interface CsvColumns {
  readonly columns: readonly string[];
  readonly required: readonly string[];
}

/** A row below the header, by column; `uneven`: its length differs from the header's. */
interface CsvRow {
  readonly at: string;
  readonly cells:
    | { readonly kind: 'even'; readonly byColumn: ReadonlyMap<string, string> }
    | { readonly kind: 'uneven'; readonly text: string };
}

type CsvTable =
  | { readonly kind: 'rows'; readonly rows: readonly CsvRow[] }
  | { readonly kind: 'broken'; readonly notes: readonly FileNote[] };

/** Reads CSV text with a header in any order and case; separated by commas, semicolons or tabs. */
export function readCsvTable(text: string, allowed: CsvColumns): CsvTable {
  const records: CsvRecord[] = [];
  const broken = readCsvRecords(text, (record) => records.push(record));
  if (broken !== undefined) {
    return { kind: 'broken', notes: [broken] };
  }
  const [header, ...others] = records;
  const byLowerCase = new Map(allowed.columns.map((column) => [column.toLowerCase(), column]));
  const names = header?.cells.map((cell) => byLowerCase.get(cell.trim().toLowerCase()) ?? cell.trim()) ?? [];
  const at = `line ${header?.line ?? 1}`;
  const faults = headerFaults(names, allowed).map((fault) => ({ at, text: fault }));
  return faults.length > 0
    ? { kind: 'broken', notes: faults }
    : { kind: 'rows', rows: others.map((record) => rowOf(record, names)) };
}

function rowOf({ line, cells }: CsvRecord, names: readonly string[]): CsvRow {
  const at = `line ${line}`;
  if (cells.length !== names.length) {
    const text = `the row has ${cells.length} cells where the first line names ${names.length}; put cells that hold the separator in quotes`;
    return { at, cells: { kind: 'uneven', text } };
  }
  const byColumn = new Map(names.map((name, index) => [name, originalCell(cells[index] ?? '')]));
  return { at, cells: { kind: 'even', byColumn } };
}

function headerFaults(names: readonly string[], { columns, required }: CsvColumns): readonly string[] {
  const remedy = `the first line is ${columns.join(',')}`;
  if (names.length === 0) {
    return [`the file is empty; ${remedy}`];
  }
  if (names.length === 1 && (names[0] ?? '').includes('|')) {
    return [`the cells are not separated by commas; ${remedy}`];
  }
  const known = new Set(columns);
  if (!names.some((name) => known.has(name) || nearestWord(name, columns) !== undefined)) {
    const header = [...required, ...columns.filter((column) => !required.includes(column))].join(',');
    return [
      `there is no header row: ${names.slice(0, 3).map(quotedValue).join(', ')} are no columns; put one first, such as ${header} (needed: ${required.join(', ')})`,
    ];
  }
  const missing = required.filter((column) => !names.includes(column));
  return [
    ...names
      .filter((name) => !known.has(name))
      .map((name) => `column ${quotedValue(name)} is unknown; ${meantWord(name, columns, remedy)}`),
    ...(missing.length === 0
      ? []
      : [`missing: ${missing.map((column) => `column "${column}"`).join(', ')}; ${remedy}`]),
    ...columns
      .filter((column) => names.indexOf(column) !== names.lastIndexOf(column))
      .map((column) => {
        const places = names.flatMap((name, at) => (name === column ? [at + 1] : []));
        return `column "${column}" stands ${places.length === 2 ? 'twice' : `${places.length} times`}, as columns ${places.join(' and ')}; keep one`;
      }),
  ];
}
