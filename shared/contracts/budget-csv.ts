import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { BudgetTerms } from '../domain/budgets/budget.ts';
import { BudgetRow, describeRowProblem, formatBudgetRow } from './budget-row.ts';
import { harmlessCell, originalCell } from './csv-cell.ts';
import type { FileBudget, FileNote, FileRows } from './file-rows.ts';
import { quotedValue } from './quoted-value.ts';

const columns = [
  'scope',
  'window',
  'amount',
  'mode',
  'thresholds',
  'guarantee',
  'owners',
  'from',
  'to',
  'note',
] as const;
type Column = (typeof columns)[number];

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

const recordBytesMax = 100_000;

/** Reads budgets from CSV text. Columns may stand in any order, and all of them must be there. */
export function readBudgetCsv(text: string): FileRows {
  const parsed = parseRecords(text);
  if (parsed.kind === 'broken') {
    return { budgets: [], problems: [parsed.note] };
  }
  const [header, ...records] = parsed.records;
  const names = header?.cells.map((cell) => cell.trim()) ?? [];
  const at = `line ${header?.line ?? 1}`;
  const faults = headerFaults(names).map((fault) => ({ at, text: fault }));
  if (faults.length > 0) {
    return { budgets: [], problems: faults };
  }
  const rows = records.map((record) => readRecord(record, names));
  return {
    budgets: rows.flatMap((row) => (row.kind === 'budget' ? [row.budget] : [])),
    problems: rows.flatMap((row) => (row.kind === 'invalid' ? row.notes : [])),
  };
}

/** The CSV text of budgets, header first. `forecastAlert` has no column. */
export function formatBudgetCsv(budgets: readonly BudgetTerms[]): string {
  const rows = budgets.map((budget) => {
    const row = formatBudgetRow(budget);
    const cells = { ...row, thresholds: row.thresholds?.join(';'), owners: row.owners?.join(';') };
    return columns.map((column) => harmlessCell(String(cells[column] ?? '')));
  });
  return stringify([[...columns], ...rows]);
}

type ParsedCsv =
  | { readonly kind: 'records'; readonly records: readonly CsvRecord[] }
  | { readonly kind: 'broken'; readonly note: FileNote };

function parseRecords(text: string): ParsedCsv {
  const bytes = Buffer.from(text);
  const lines = lineFinder(bytes);
  const records: CsvRecord[] = [];
  try {
    parse(bytes, {
      // A row of another length is named as such below, and the rows after it are still looked at.
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      max_record_size: recordBytesMax,
      on_record: (cells, info) => {
        const line = lines.lineOfRecord(info.bytes);
        // Spreadsheets leave rows of empty cells behind.
        if (cells.some((cell) => cell.trim() !== '')) {
          records.push({ line, cells });
        }
        return null;
      },
    });
    return { kind: 'records', records };
  } catch (error) {
    if (!(error instanceof CsvError)) {
      throw error;
    }
    return { kind: 'broken', note: { at: `line ${lines.nextLine()}`, text: describeBroken(error.code) } };
  }
}

/**
 * Tells the line on which each record begins. The parser's own count takes a line end of two characters inside quotes
 * for two.
 */
function lineFinder(bytes: Buffer): { lineOfRecord(endByte: number): number; nextLine(): number } {
  let startByte = 0;
  let line = 1;
  return {
    lineOfRecord(endByte) {
      const text = bytes.toString('utf8', startByte, endByte);
      const blankLines = lineEndsIn(/^[\r\n]*/.exec(text)?.[0] ?? '');
      const first = line + blankLines;
      line += lineEndsIn(text);
      startByte = endByte;
      return first;
    },
    nextLine: () => line + lineEndsIn(/^[\r\n]*/.exec(bytes.toString('utf8', startByte))?.[0] ?? ''),
  };
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

function describeBroken(code: string): string {
  return code === 'CSV_MAX_RECORD_SIZE'
    ? `a row is longer than ${recordBytesMax} bytes; look for a quote that is never closed`
    : 'the quotes do not match; write a cell with commas, quotes or line ends as "…", and a quote in it as ""';
}

function headerFaults(names: readonly string[]): readonly string[] {
  const remedy = `the first line is ${columns.join(',')}`;
  if (names.length === 0) {
    return [`the file is empty; ${remedy}`];
  }
  if (names.length === 1 && /[;\t|]/.test(names[0] ?? '')) {
    return [`the cells are not separated by commas; ${remedy}`];
  }
  const known = new Set<string>(columns);
  const missing = columns.filter((column) => !names.includes(column));
  return [
    ...names.filter((name) => !known.has(name)).map((name) => `column ${quotedValue(name)} is unknown; ${remedy}`),
    ...(missing.length === 0
      ? []
      : [`missing: ${missing.map((column) => `column "${column}"`).join(', ')}; ${remedy}`]),
    ...columns
      .filter((column) => names.indexOf(column) !== names.lastIndexOf(column))
      .map((column) => `column "${column}" stands twice; keep one`),
  ];
}

function readRecord(
  { line, cells }: CsvRecord,
  names: readonly string[],
):
  | { readonly kind: 'budget'; readonly budget: FileBudget }
  | { readonly kind: 'invalid'; readonly notes: readonly FileNote[] } {
  const at = `line ${line}`;
  if (cells.length !== names.length) {
    const text = `the row has ${cells.length} cells where the first line names ${names.length}; put cells that hold commas in quotes`;
    return { kind: 'invalid', notes: [{ at, text }] };
  }
  const read = BudgetRow.safeParse(
    rowFromCells(new Map(names.map((name, index) => [name, originalCell(cells[index] ?? '')]))),
  );
  if (!read.success) {
    return { kind: 'invalid', notes: describeRowProblem(read.error).map((text) => ({ at, text })) };
  }
  // The file has no column for it, so it says nothing about it.
  const { forecastAlert: _default, ...budget } = read.data;
  return { kind: 'budget', budget: { at, budget } };
}

/** The typed row that texts stand for, by the name of their column; empty ones are absent. Nothing is validated. */
export function rowFromCells(cells: ReadonlyMap<string, string>): Record<string, unknown> {
  const read: Record<Column, (cell: string) => unknown> = {
    scope: asText,
    window: asText,
    amount: asNumber,
    mode: asText,
    thresholds: (cell) => asList(cell).map(asNumber),
    guarantee: asNumber,
    owners: asList,
    from: asText,
    to: asText,
    note: (cell) => cell,
  };
  const filled = columns.filter((column) => (cells.get(column) ?? '').trim() !== '');
  return Object.fromEntries(filled.map((column) => [column, read[column](cells.get(column) ?? '')]));
}

function asText(cell: string): string {
  return cell.trim();
}

function asNumber(cell: string): number | string {
  const text = cell.trim();
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function asList(cell: string): readonly string[] {
  return cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
