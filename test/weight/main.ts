// The figures of the house. Usage:
//   npm run weight [-- [--json | --explain] [FOLDER]]
// FOLDER: another tree, such as a worktree of an earlier revision.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { styleFor } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { weigh, type Figure } from './weigh.ts';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean' }, explain: { type: 'boolean' } },
  allowPositionals: true,
});

function shown(value: number): string {
  return value.toLocaleString('en-US');
}

function tableOf(figures: readonly Figure[]): string {
  const columns = [
    { title: 'figure' },
    ...['at first', 'today', 'wanted'].map((title) => ({ title, align: 'right' as const })),
    { title: '' },
  ];
  const rows = figures.map(({ name, unit = '', first, today, wanted, detail = '' }) => [
    name,
    ...[first, today].map((value) => (value === undefined ? '' : `${shown(value)}${unit}`)),
    `≤ ${shown(wanted)}${unit}`,
    today <= wanted ? 'reached' : detail,
  ]);
  return renderTable(columns, rows, styleFor({ isTerminal: process.stdout.isTTY }, process.env));
}

const figures = weigh(resolve(positionals[0] ?? '.'));
const explained = figures.map(({ name, counts }) => `${name}: ${counts}\n`).join('');
process.stdout.write(
  values.json === true
    ? `${JSON.stringify(figures, undefined, 2)}\n`
    : `${tableOf(figures)}\n${values.explain === true ? `\n${explained}` : ''}`,
);
