import { stringify } from 'csv-stringify/sync';
import type { BudgetTerms } from '../domain/budgets/budget.ts';
import { BudgetRow, describeRowProblem, formatBudgetRow } from './budget-row.ts';
import { harmlessCell } from './csv-cell.ts';
import { readCsvTable, type CsvRow } from './csv-table.ts';
import type { FileBudget, FileNote, FileRows } from './file-rows.ts';

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

/** A list kept by hand often says no more than this; what a missing column leaves unsaid is as in an empty cell. */
const requiredColumns = ['scope', 'window', 'amount'] as const satisfies readonly Column[];

/** Reads budgets from CSV text. Columns may stand in any order; scope, window and amount must be there. */
export function readBudgetCsv(text: string): FileRows {
  const table = readCsvTable(text, { columns, required: requiredColumns });
  if (table.kind === 'broken') {
    return { budgets: [], problems: table.notes };
  }
  const rows = table.rows.map(readRecord);
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

function readRecord({
  at,
  cells,
}: CsvRow):
  | { readonly kind: 'budget'; readonly budget: FileBudget }
  | { readonly kind: 'invalid'; readonly notes: readonly FileNote[] } {
  if (cells.kind === 'uneven') {
    return { kind: 'invalid', notes: [{ at, text: cells.text }] };
  }
  const read = BudgetRow.safeParse(rowFromCells(cells.byColumn));
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
