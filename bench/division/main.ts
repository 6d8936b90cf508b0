/*
 * What is left of pools divided among people of known habits: our rule of equal chances beside the optimum of a linear
 * program, a loop that looks at everybody for each step, and an equal split. `--users 150`, `--rounds 5`,
 * `--pieces 48` and `--json` are understood. Ends with 1 when ours is over a pool, or under 99.5 % of the optimum where
 * pools lie within each other, as budgets of Curfew do.
 */
import { parseArgs } from 'node:util';

import { percent } from '../benchmark.ts';
import { versionsText } from '../measure/peer-versions.ts';
import { printTable } from '../measure/print-table.ts';
import { spreadText } from '../measure/spread.ts';
import { measureDivision, type DividedRow } from './division.ts';
import { ownName } from './way-names.ts';

const worthMin = 0.995;
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '150' },
    rounds: { type: 'string', default: '5' },
    pieces: { type: 'string', default: '48' },
    json: { type: 'boolean', default: false },
  },
});
const document = await measureDivision({
  users: Number(values.users),
  rounds: Number(values.rounds),
  pieces: Number(values.pieces),
});
if (values.json) {
  console.log(JSON.stringify(document));
} else {
  printTable(
    ['pools', 'way', 'of the optimum', 'expected use', 'chance of being stopped', 'over the room', 'CPU'],
    document.rows.map((row) => [
      row.pools,
      row.way,
      percent(row.worthOfOptimum),
      Math.round(row.expectedCredits).toLocaleString('en'),
      `${percent(row.stopChanceMin)}–${percent(row.stopChanceMax)}`,
      String(Math.round(row.overCredits)),
      spreadText(row.cpuMs, 'ms', 1),
    ]),
  );
  console.log(
    `\n${document.users} people, ${document.pieces} pieces each; ${document.rounds} rounds in turns: median (least–most). ` +
      `${versionsText(document.versions)}.`,
  );
}
const isGood = ({ pools, worthOfOptimum, overCredits }: DividedRow): boolean =>
  overCredits <= 0 && (pools === 'pools that cross' || worthOfOptimum >= worthMin);
process.exitCode = document.rows.filter(({ way }) => way === ownName).every(isGood) ? 0 : 1;
