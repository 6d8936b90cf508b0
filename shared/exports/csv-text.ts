import { harmlessCell } from '../kernel/texts/csv-cell.ts';
import { cellText, type ExportedRow } from './exported-rows.ts';

/** Begins no formula and has nothing to quote; a negative amount is no formula either. */
const plainText = /^(?:[a-z\d][\w.@:/ -]*|-\d+(?:\.\d+)?)$/iu;

/** The first line of a CSV file. */
export function csvHead(columns: readonly string[]): string {
  return `${columns.join(',')}\n`;
}

/** Rows as lines of RFC 4180. The loops keep nothing: a year of rows passes here. */
export function csvText(rows: readonly ExportedRow[], columns: readonly string[]): string {
  const cells = [...columns];
  let text = '';
  for (const row of rows) {
    for (let at = 0; at < columns.length; at += 1) {
      cells[at] = csvCell(row[columns[at] ?? '']);
    }
    text += `${cells.join(',')}\n`;
  }
  return text;
}

/** Text of any origin is no formula in a spreadsheet. */
function csvCell(value: unknown): string {
  const text = cellText(value);
  if (text === '' || plainText.test(text)) {
    return text;
  }
  const cell = harmlessCell(text);
  return /[",\n\r]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
