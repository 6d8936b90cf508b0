/*
 * Edits of an organization's settings (200 allowed domains, models with made-up secrets) compared by our differ and
 * by five libraries: time, operations for each thing that somebody changed, edits that are missed, and how many of the
 * planted secrets can be read in what comes out. `--rounds 15` and `--json` are understood. Ends with 1 when ours
 * prints a secret, misses an edit or reports one where there is none.
 */
import { parseArgs } from 'node:util';

import { versionsText } from '../measure/peer-versions.ts';
import { printTable } from '../measure/print-table.ts';
import { spreadText } from '../measure/spread.ts';
import { measureControlDiff } from './control-diff.ts';
import { ownName } from './differ-names.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, json: { type: 'boolean', default: false } },
});
const document = await measureControlDiff({ rounds: Number(values.rounds) });
if (values.json) {
  console.log(JSON.stringify(document));
} else {
  printTable(
    ['differ', 'CPU an edit', 'operations a change', 'where none was', 'edits missed', 'secrets printed'],
    document.differs.map((row) => [
      row.differ,
      spreadText(row.cpuMs, 'ms', 3),
      row.operationsPerChange.toFixed(2),
      String(row.falseOperations),
      row.missed.length === 0 ? '0' : `${row.missed.length}: ${row.missed.join(', ')}`,
      `${row.secretsPrinted} of ${document.secretsPlanted}`,
    ]),
  );
  const [first] = document.differs;
  console.log('\nOperations by edit:\n');
  printTable(
    ['edit', 'changes', ...document.differs.map(({ differ }) => differ.replace(/[,:].*/u, ''))],
    (first?.byEdit ?? []).map(({ what, realChanges }, index) => [
      what,
      String(realChanges),
      ...document.differs.map(({ byEdit }) => String(byEdit[index]?.operations)),
    ]),
  );
  console.log(`\n${document.rounds} rounds in turns: median (least–most). ${versionsText(document.versions)}.`);
}
const ours = document.differs.find(({ differ }) => differ === ownName);
const isClean = ours?.secretsPrinted === 0 && ours.missed.length === 0 && ours.falseOperations === 0;
process.exitCode = isClean ? 0 : 1;
