import { draftOf, changeWords } from '../../../parts/editing/record-form.ts';
import { readTable, writeTable } from '../../../parts/importing/table-text.ts';
import type { ImportKind, PastedFile } from '../../../parts/importing/use-import.ts';
import type { BudgetRow } from '../budget-row.ts';
import { budgetForm } from '../edit/budget-form.ts';

/** The columns of a file of budgets. */
const tableColumns = [
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
  'forecastAlert',
  'reserved',
  'priority',
] as const;
type TableColumn = (typeof tableColumns)[number];
type Cells = Readonly<Partial<Record<TableColumn, string>>>;

/** A budget as far as a file holds it. */
type TableRow = Pick<BudgetRow, 'scope' | 'window'> & Partial<BudgetRow>;

/** Budgets as a table with its header: commas for the API, tabs for a spreadsheet. */
export function budgetTable(rows: readonly TableRow[], separator: ',' | '\t'): string {
  return tableOf(rows.map(cellsOf), separator);
}

/** Budgets with their amounts changed by some percent, as the API imports them; those without amounts are left out. */
export function changedByPercent(rows: readonly BudgetRow[], percent: number): string {
  const changed = rows.flatMap((row) =>
    row.amount === 'unlimited'
      ? []
      : [{ ...row, amount: Math.max(0, Math.round((row.amount * (100 + percent)) / 100)) }],
  );
  return budgetTable(changed, ',');
}

/**
 * Reads what was pasted. With a header, columns may stand in any order and be left out: of a budget that is there
 * already, what is not pasted stays as it is. Without one they are scope, window and amount.
 */
export function readPasted(text: string, stored: readonly TableRow[]): PastedFile {
  const all = readTable(text);
  const header = (all[0] ?? []).map((cell) => columnNamed(cell));
  const hasHeader = header.includes('scope');
  const columns = hasHeader ? header : (['scope', 'window', 'amount'] as const);
  const unknown = hasHeader ? (all[0] ?? []).filter((_cell, at) => header[at] === undefined) : [];
  const missing = (['scope', 'window'] as const).filter((name) => !columns.includes(name));
  const rows = hasHeader ? all.slice(1) : all;
  if (unknown.length + missing.length > 0 || rows.length === 0) {
    const problem =
      unknown.length > 0
        ? `No column is called ${unknown.map((name) => `“${name}”`).join(', ')}; there are ${tableColumns.join(', ')}`
        : missing.length > 0
          ? `The columns ${missing.join(' and ')} are missing`
          : 'There is no row yet';
    return { csv: '', problem };
  }
  const byKey = new Map(stored.map((row) => [keyOf(row.scope, row.window), cellsOf(row)]));
  const merged = rows.map((row) => {
    const pasted = Object.fromEntries(
      columns.flatMap((name, at) => (name === undefined ? [] : [[name, row[at] ?? '']])),
    );
    const cells: Cells = pasted;
    return { ...byKey.get(keyOf(cells.scope ?? '', cells.window ?? '')), ...cells };
  });
  return { csv: tableOf(merged, ',') };
}

function tableOf(rows: readonly Cells[], separator: ',' | '\t'): string {
  return writeTable([tableColumns, ...rows.map((cells) => tableColumns.map((name) => cells[name] ?? ''))], separator);
}

function cellsOf(row: TableRow): Cells {
  return { ...draftOf(budgetForm, row), scope: row.scope, window: row.window };
}

function columnNamed(cell: string): TableColumn | undefined {
  const plain = cell.toLowerCase().replaceAll(/[\s_-]/gu, '');
  return tableColumns.find((name) => name.toLowerCase() === plain);
}

function keyOf(scope: string, window: string): string {
  return `${scope.trim().toLowerCase()} ${window.trim().toLowerCase()}`;
}

/** Budgets as an import changes them. */
export const budgetImport: ImportKind = {
  content: 'budgets',
  one: 'budget',
  many: 'budgets',
  keyHead: 'Budget of',
  keyText: (change) => `${String(change['scope'])} ${String(change['window'])}`,
  changeText: ({ before, after }) => changeWords(budgetForm, before, after).join('; '),
};
