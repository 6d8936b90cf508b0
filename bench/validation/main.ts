/*
 * A page of 100 people read by its schema: ours, which sets a broken row aside and keeps its neighbours, beside
 * JSON.parse alone, ajv and valibot, the whole page at once as their guides have it and row by row as we do it.
 * `--rounds 15`, `--pages 50` and `--json` are understood. Ends with 1 when a broken row costs another one.
 */
import { parseArgs } from 'node:util';

import { versionsText } from '../measure/peer-versions.ts';
import { printTable } from '../measure/print-table.ts';
import { spreadText } from '../measure/spread.ts';
import { floorName, ownName } from './reader-names.ts';
import { measureValidation } from './validation.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    pages: { type: 'string', default: '50' },
    json: { type: 'boolean', default: false },
  },
});
const document = await measureValidation({ rounds: Number(values.rounds), pages: Number(values.pages) });
const floor = document.readers.find(({ reader }) => reader === floorName)?.cpuMs.median ?? Number.NaN;
if (values.json) {
  console.log(JSON.stringify(document));
} else {
  const good = document.rowsPerPage - document.badRows;
  printTable(
    [
      'reader',
      'CPU a page',
      'times JSON.parse',
      'wall a page',
      `rows left of ${good}, ${document.badRows} broken`,
      'named as broken',
    ],
    document.readers.map((row) => [
      row.reader,
      spreadText(row.cpuMs, 'ms', 3),
      (row.cpuMs.median / floor).toFixed(2),
      spreadText(row.wallMs, 'ms', 3),
      row.reader === floorName ? `${row.rowsOfFaulty}, broken ones too` : String(row.rowsOfFaulty),
      String(row.namedOfFaulty),
    ]),
  );
  console.log(`\n${document.rounds} rounds in turns: median (least–most). ${versionsText(document.versions)}.`);
}
const ours = document.readers.find(({ reader }) => reader === ownName);
process.exitCode = ours?.rowsOfFaulty === document.rowsPerPage - document.badRows ? 0 : 1;
