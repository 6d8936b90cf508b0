import Table from 'cli-table3';
import { plainText } from './plain-text.ts';
import type { Style } from './style.ts';

export interface Column {
  readonly title: string;
  /** Numbers stand at the right. */
  readonly align?: 'left' | 'right';
}

const edges = ['top', 'bottom', 'left', 'right', 'mid'];
const joints = ['mid', 'left', 'right'];
const places = [...edges, ...edges.flatMap((edge) => joints.map((joint) => `${edge}-${joint}`))];
const noLines = Object.fromEntries(places.map((place) => [place, '']));

/** A table as text, without a line end. Cells may be of any origin; control characters do not reach the terminal. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { colors, hasBorders }: Style,
): string {
  const table = new Table({
    head: columns.map(({ title }) => colors.bold(title)),
    colAligns: columns.map(({ align }) => align ?? 'left'),
    // Colours come from `colors` alone.
    style: { head: [], border: [], compact: true, ...(hasBorders ? {} : { 'padding-left': 0, 'padding-right': 0 }) },
    ...(hasBorders ? {} : { chars: { ...noLines, middle: '  ' } }),
  });
  table.push(...rows.map((row) => row.map(plainText)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}
