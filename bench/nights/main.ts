/*
 * Whole days of the same people under Curfew, under the quota monitor of AWS's guidance for coding assistants and under
 * an hourly tracker that reads the whole cycle again, both restated from what is published; and what Curfew's calls
 * take alone. `--users 24`, `--rounds 2`, `--nights 5` (the first of them alone) and `--json` are understood. Ends with
 * 1 when a night makes other calls than its floor.
 */
import { parseArgs } from 'node:util';

import { printTable } from '../measure/print-table.ts';
import { spreadText } from '../measure/spread.ts';
import { contestantNames, endsIn, labelOf } from './contestant-names.ts';
import { nightKinds } from './night-kinds.ts';
import { measureNights } from './nights.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '24' },
    rounds: { type: 'string', default: '2' },
    nights: { type: 'string', default: String(nightKinds.length) },
    json: { type: 'boolean', default: false },
  },
});
const document = await measureNights({
  users: Number(values.users),
  rounds: Number(values.rounds),
  nights: Number(values.nights),
});
if (values.json) {
  console.log(JSON.stringify(document));
} else {
  const titles = [
    'runs',
    'calls',
    'table calls',
    'units written',
    'units read',
    'limits sent',
    'CPU',
    'wall',
    'memory',
  ];
  printTable(
    ['day', 'who', ...titles],
    document.rows.map((row) => [
      row.kind,
      labelOf[row.who],
      String(row.runs),
      String(row.calls),
      String(row.tableCalls),
      String(Math.round(row.writeUnits)),
      String(Math.round(row.readUnits)),
      String(row.limitsSent),
      spreadText(row.cpuSeconds, 's', 2),
      spreadText(row.seconds, 's', 1),
      spreadText(row.peakMb, 'MB', 0),
    ]),
  );
  console.log();
  printTable(
    ['who', 'a credit is known after, mean', 'at most', 'ends in'],
    contestantNames.map((who) => {
      const { freshness } = document.rows.find((row) => row.who === who) ?? {};
      return [labelOf[who], hoursText(freshness?.meanHours), hoursText(freshness?.maxHours), endsIn[who]];
    }),
  );
  console.log(`\n${document.users} people; ${document.rounds} rounds in turns: median (least–most).`);
  nightKinds.slice(0, Number(values.nights)).forEach(({ kind, about }) => console.log(`${kind}: ${about}.`));
}
const callsOf = (who: string) => document.rows.filter((row) => row.who === who).map(({ calls }) => calls);
process.exitCode = callsOf('ours').join() === callsOf('floor').join() ? 0 : 1;

function hoursText(hours = Number.NaN): string {
  return hours < 1 ? `${(60 * hours).toFixed(1)} min` : `${hours.toFixed(1)} h`;
}
