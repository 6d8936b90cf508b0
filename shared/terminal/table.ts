import { cleanText, plainText } from '../kernel/texts/plain-text.ts';
import { readableDate } from '../kernel/time/day.ts';
import { drawGrid, gridWidth, type Column, type Grid, type GridCell } from './draw-grid.ts';
import { widthOf, wrapped } from './fit-text.ts';
import type { Style } from './style.ts';

/** Text of any origin, or text that is coloured once it stands in its place. */
export type Cell = string | GridCell;

/** A column of words is made no narrower than this for the sake of the others. */
const longestWordKept = 32;

/**
 * A table as text, without a line end. It fits the terminal: with lines when there is room, without when there is less,
 * then without its minor columns, then with its words folded; and one record below the other, every cell beside its
 * title, where even that is too wide. What is left out is said below it. Where there is no terminal, it is whole.
 * Days and instants are written as people read them. Cells may be of any origin; control characters do not reach the terminal.
 */
export function renderTable(columns: readonly Column[], rows: readonly (readonly Cell[])[], style: Style): string {
  const isWhole = style.columns === undefined;
  const grid: Grid = {
    columns,
    rows: rows.map((row) => columns.map((_, index) => cleanCell(row[index] ?? '', isWhole))),
  };
  if (style.columns === undefined) {
    return drawGrid(grid, style);
  }
  return gridWidth(grid, style) <= style.columns ? drawGrid(grid, style) : narrowed(grid, style, style.columns);
}

function narrowed(whole: Grid, style: Style, widest: number): string {
  const plain = { ...style, hasBorders: false };
  const left: string[] = [];
  let grid = whole;
  for (let minor = lastMinor(grid); gridWidth(grid, plain) > widest && minor >= 0; minor = lastMinor(grid)) {
    left.unshift(grid.columns[minor]?.title ?? '');
    grid = without(grid, minor);
  }
  const folded = gridWidth(grid, plain) <= widest ? grid : foldWords(grid, gridWidth(grid, plain) - widest);
  if (folded === undefined) {
    return records(whole, style, widest);
  }
  const rest = left.length === 0 ? [] : wrapped(`Not shown here: ${left.join(', ')}. --json shows all.`, widest);
  return [drawGrid(folded, plain), ...rest].join('\n');
}

function lastMinor({ columns }: Grid): number {
  return columns.findLastIndex(({ isMinor }) => isMinor === true);
}

function without({ columns, rows }: Grid, index: number): Grid {
  return { columns: columns.toSpliced(index, 1), rows: rows.map((row) => row.toSpliced(index, 1)) };
}

/** Folds the words of the widest columns until the table is narrower by `excess`; undefined when they are too long. */
function foldWords({ columns, rows }: Grid, excess: number): Grid | undefined {
  const room = columns.map(({ title, align }, index) => {
    const texts = [title, ...rows.flatMap((row) => row[index]?.text ?? '')];
    const natural = Math.max(...texts.map(widthOf));
    const word = Math.max(...texts.flatMap((text) => text.split(' ')).map(widthOf));
    return { natural, least: align === 'right' ? natural : Math.min(word, longestWordKept) };
  });
  const widths = room.map(({ natural }) => natural);
  for (let more = excess; more > 0; more -= 1) {
    const spare = widths.map((width, index) => (width > (room[index]?.least ?? 0) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if (spare[widest] === 0) {
      return undefined;
    }
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return { columns, rows, widths };
}

/** The rows as records: every cell beside its title. */
function records({ columns, rows }: Grid, { colors }: Style, widest: number): string {
  const titleWidth = Math.max(...columns.map(({ title }) => widthOf(title)));
  const cellWidth = Math.max(10, widest - titleWidth - 2);
  const lineOf = (title: string, { text, paint = String }: GridCell): string =>
    wrapped(text, cellWidth)
      .map((line, index) => `${colors.bold((index === 0 ? title : '').padEnd(titleWidth))}  ${paint(line)}`.trimEnd())
      .join('\n');
  return rows
    .map((row) => columns.map(({ title }, index) => lineOf(title, row[index] ?? { text: '' })).join('\n'))
    .join('\n\n');
}

function cleanCell(cell: Cell, isWhole: boolean): GridCell {
  const { text: given, ...more } = typeof cell === 'string' ? { text: cell } : cell;
  const text = readableDate(given);
  return { text: isWhole ? cleanText(text) : plainText(text), ...more };
}
