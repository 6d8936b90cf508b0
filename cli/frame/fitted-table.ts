import { stripVTControlCharacters } from 'node:util';
import { plainText } from '../../local/terminal/plain-text.ts';
import type { Style } from '../../local/terminal/style.ts';
import { renderTable, type Column } from '../../local/terminal/table.ts';
import type { CommandContext } from './command-context.ts';

export interface FittedColumn extends Column {
  /** Left out where there is no room for it. */
  readonly isMinor?: true;
}

/**
 * A table that fits the terminal: with lines when there is room, without when there is less, then without its minor
 * columns; and one record below the other, every cell beside its title, where even that is too wide.
 */
export function fittedTable(
  columns: readonly FittedColumn[],
  rows: readonly (readonly string[])[],
  { io, style }: Pick<CommandContext, 'io' | 'style'>,
): string {
  const widest = io.stdoutColumns ?? Number.POSITIVE_INFINITY;
  const plain = { ...style, hasBorders: false };
  const major = columns.flatMap((column, index) => (column.isMinor === true ? [] : [index]));
  const layouts = [
    () => renderTable(columns, rows, style),
    () => renderTable(columns, rows, plain),
    () =>
      renderTable(
        picked(columns, major),
        rows.map((row) => picked(row, major)),
        plain,
      ),
  ];
  for (const layout of layouts) {
    const table = layout();
    if (widthOf(table) <= widest) {
      return table;
    }
  }
  return records(columns, rows, style);
}

function picked<T>(cells: readonly T[], indexes: readonly number[]): readonly T[] {
  return cells.filter((_, index) => indexes.includes(index));
}

function records(columns: readonly Column[], rows: readonly (readonly string[])[], { colors }: Style): string {
  const titleWidth = Math.max(...columns.map(({ title }) => title.length));
  return rows
    .map((row) =>
      columns
        .map(({ title }, index) => `${colors.bold(title.padEnd(titleWidth))}  ${plainText(row[index] ?? '')}`)
        .join('\n'),
    )
    .join('\n\n');
}

function widthOf(text: string): number {
  return Math.max(...text.split('\n').map((line) => stripVTControlCharacters(line).length));
}
