import { harmlessCell } from '../../../shared/kernel/texts/csv-cell.ts';
import { saveFile } from '../save-file.ts';

export type Cell = string | number | null;

/** The figures of a picture as rows: what is read instead of it, and what is downloaded. */
export interface Figures {
  readonly title: string;
  readonly columns: readonly string[];
  /** The first cell names the row; null is unknown. */
  readonly rows: readonly (readonly Cell[])[];
}

/** Figures as CSV: numbers without separators, unknown ones empty. */
export function csvOf({ columns, rows }: Omit<Figures, 'title'>): string {
  const lines = [columns, ...rows].map((cells) =>
    cells.map((cell) => (cell === null ? '' : typeof cell === 'number' ? String(cell) : quoted(cell))).join(','),
  );
  return `${lines.join('\r\n')}\r\n`;
}

/** Gives figures to the browser as a file named after their title. */
export function saveCsv(figures: Figures): void {
  const name = figures.title.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-');
  saveFile(new Blob([csvOf(figures)], { type: 'text/csv' }), `${name}.csv`);
}

function quoted(text: string): string {
  const cell = harmlessCell(text);
  return /[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
