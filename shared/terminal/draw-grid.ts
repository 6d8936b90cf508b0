import { widthOf, wrapped } from './fit-text.ts';
import type { Style } from './style.ts';

export interface Column {
  readonly title: string;
  /** Numbers stand at the right. */
  readonly align?: 'left' | 'right';
  /** Left out where there is no room for it. */
  readonly isMinor?: true;
}

export interface GridCell {
  readonly text: string;
  /** Colours the text once it stands in its place: codes are never measured, folded or cut. */
  readonly paint?: (text: string) => string;
}

export interface Grid {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly GridCell[])[];
  /** How wide each column is made; as wide as what stands in it unless given. */
  readonly widths?: readonly number[];
}

/** How wide a table would be. */
export function gridWidth(grid: Grid, { hasBorders }: Style): number {
  const sum = widthsOf(grid).reduce((total, width) => total + width, 0);
  return hasBorders ? sum + 3 * grid.columns.length + 1 : sum + 2 * (grid.columns.length - 1);
}

/** A table as text, with lines around its cells or without. */
export function drawGrid(grid: Grid, { colors, hasBorders }: Style): string {
  const widths = widthsOf(grid);
  const line = (cells: readonly GridCell[]): readonly string[] => linesOf(cells, grid, { widths, hasBorders });
  const head = line(grid.columns.map(({ title }) => ({ text: title, paint: colors.bold })));
  const body = grid.rows.flatMap(line);
  if (!hasBorders) {
    return [...head, ...body].join('\n');
  }
  const rule = (left: string, middle: string, right: string): string =>
    `${left}${widths.map((width) => '─'.repeat(width + 2)).join(middle)}${right}`;
  return [rule('┌', '┬', '┐'), ...head, rule('├', '┼', '┤'), ...body, rule('└', '┴', '┘')].join('\n');
}

/** One row, in as many lines as its longest cell is folded into. */
function linesOf(
  cells: readonly GridCell[],
  { columns }: Grid,
  { widths, hasBorders }: { readonly widths: readonly number[]; readonly hasBorders: boolean },
): readonly string[] {
  const folded = cells.map(({ text }, index) => wrapped(text, widths[index] ?? 0));
  const height = Math.max(...folded.map(({ length }) => length));
  return Array.from({ length: height }, (_, row) => {
    const parts = cells.map(({ paint = String }, index) => {
      const text = folded[index]?.[row] ?? '';
      const blank = ' '.repeat((widths[index] ?? 0) - widthOf(text));
      const painted = text === '' ? '' : paint(text);
      return columns[index]?.align === 'right' ? `${blank}${painted}` : `${painted}${blank}`;
    });
    return hasBorders ? `│ ${parts.join(' │ ')} │` : parts.join('  ').trimEnd();
  });
}

function widthsOf({ columns, rows, widths }: Grid): readonly number[] {
  return (
    widths ??
    columns.map(({ title }, index) =>
      rows.reduce((widest, row) => Math.max(widest, widthOf(row[index]?.text ?? '')), widthOf(title)),
    )
  );
}
