import { styleFor } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

/** Prints a table: words on the left in the first column, figures on the right in the others. */
export function printTable(titles: readonly string[], rows: readonly (readonly string[])[]): void {
  const columns = titles.map((title, index) => (index === 0 ? { title } : ({ title, align: 'right' } as const)));
  const { isTTY: isTerminal, columns: width } = process.stdout;
  console.log(renderTable(columns, rows, styleFor({ isTerminal, columns: width }, process.env)));
}
