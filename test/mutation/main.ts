import { existsSync } from 'node:fs';

import { Stryker } from '@stryker-mutator/core';

import { styleFor } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { importGraph } from './import-graph.ts';
import { scoreOf, type Score } from './score.ts';
import { isFile, testsOf } from './tests-of.ts';

/**
 * Changes the code of each named folder or file in one place at a time, runs the tests that should notice, and prints which
 * changes no test noticed. Ends with 1 when the tests of one notice fewer than nine in ten.
 */

const scoreWanted = 90;
const graph = importGraph();

async function tryMutants(folder: string): Promise<Score> {
  process.env['MUTATION_TESTS'] = testsOf(folder, graph).join(',');
  const stryker = new Stryker({
    configFile: 'test/mutation/stryker.config.mjs',
    mutate: [isFile(folder) ? folder : `${folder}/**/*.ts`],
    reporters: process.stdout.isTTY ? ['json', 'progress'] : ['json'],
    jsonReporter: { fileName: `.mutation/${folder.replaceAll('/', '-')}.json` },
  });
  return scoreOf(folder, await stryker.runMutationTest());
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function percentOf({ mutants, killed }: Score): number {
  return mutants === 0 ? 100 : (killed / mutants) * 100;
}

function printSurvivors({ survivors, stale }: Score): void {
  survivors.forEach(({ file, line, was, becomes }) => {
    print(`${file}:${line}  ${was}  ->  ${becomes}`);
  });
  stale.forEach((key) => {
    print(`listed as equivalent, but killed or gone: ${key}`);
  });
}

function tableOf(scores: readonly Score[]): string {
  const [first, ...figures] = ['folder', 'mutants', 'killed', 'survived', 'equivalent', 'score'] as const;
  const columns = [{ title: first }, ...figures.map((title) => ({ title, align: 'right' as const }))];
  const rows = scores.map((score) => {
    const { folder, mutants, killed, survivors, equivalent } = score;
    const counts = [mutants, killed, survivors.length, equivalent].map(String);
    return [folder, ...counts, `${percentOf(score).toFixed(1)} %`];
  });
  return renderTable(columns, rows, styleFor({ isTerminal: process.stdout.isTTY }, process.env));
}

const folders = process.argv.slice(2).map((folder) => folder.replace(/\/$/u, ''));
const unknown = folders.filter((folder) => !folder.startsWith('shared/') || !existsSync(folder));
if (folders.length === 0 || unknown.length > 0) {
  const what = unknown.length > 0 ? `${unknown.join(', ')} is not in shared/. ` : '';
  process.stderr.write(`${what}Name the folders or files to try, such as: npm run mutation -- shared/caps\n`);
  process.exit(2);
}

const scores: Score[] = [];
for (const folder of folders) {
  const score = await tryMutants(folder);
  printSurvivors(score);
  scores.push(score);
}
print(tableOf(scores));
process.exitCode = scores.every((score) => percentOf(score) >= scoreWanted) ? 0 : 1;
