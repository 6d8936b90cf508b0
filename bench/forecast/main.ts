/*
 * Forecasts of months nobody has seen, on the nights of the month, beside a straight line and a seasonal naive one:
 * on generated organizations, and on the ways of working that pools are measured on. `--organizations 30`,
 * `--seeds 101,102,103` and `--json` are understood. Ends with 1 when the straight line is better on the generated
 * organizations anywhere.
 */
import { parseArgs } from 'node:util';

import { percent } from '../benchmark.ts';
import { printTable } from '../measure/print-table.ts';
import { measureMonths } from './months.ts';
import { measureShapes } from './shapes.ts';
import type { ErrorShares } from './tally.ts';

const { values } = parseArgs({
  options: {
    organizations: { type: 'string', default: '30' },
    seeds: { type: 'string', default: '101,102,103' },
    json: { type: 'boolean', default: false },
  },
});
const months = measureMonths(Number(values.organizations));
const shapes = measureShapes(values.seeds.split(',').map(Number));

function figuresOf(row: ErrorShares): readonly string[] {
  return [
    percent(row.straightErrorShare),
    percent(row.seasonalErrorShare),
    percent(row.oursErrorShare),
    row.ratio.toFixed(2),
    (row.oursErrorShare / row.seasonalErrorShare).toFixed(2),
    percent(row.inRangeShare),
  ];
}

if (values.json) {
  console.log(JSON.stringify({ months, shapes }));
} else {
  const titles = ['straight line', 'seasonal naive', 'ours', 'to straight', 'to seasonal', 'truth in our range'];
  printTable(
    ['scope', 'night of the month', ...titles],
    months.map((row) => [row.scope, String(row.dayOfMonth), ...figuresOf(row)]),
  );
  console.log('\nOrganizations that all work in one way:\n');
  printTable(
    ['work', 'night of the month', ...titles],
    shapes.map((row) => [row.shape, String(row.dayOfMonth), ...figuresOf(row)]),
  );
}
process.exitCode = months.every(({ ratio }) => ratio < 1) ? 0 : 1;
