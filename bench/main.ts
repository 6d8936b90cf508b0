import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { benchmarks, type Benchmark } from './benchmarks.ts';

/**
 * Runs the benchmarks that are named, or every one, one after the other, and prints our figures beside those of their peers as a table of ratios.
 * `--json` prints the whole documents instead, by name. Ends with 1 when one of them misses its goal.
 */

interface Finished {
  readonly benchmark: Benchmark;
  readonly document: unknown;
  readonly hasReachedGoal: boolean;
}

async function run(benchmark: Benchmark): Promise<Finished> {
  const path = fileURLToPath(new URL(benchmark.file, import.meta.url));
  const child = spawn(process.execPath, [path, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const code = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const printed = await text(child.stdout);
  return { benchmark, hasReachedGoal: (await code) === 0, document: JSON.parse(printed) };
}

function tableOf(finished: readonly Finished[]): string {
  const head = ['benchmark', 'what', 'peer', 'the peer’s', 'ours', 'ratio', 'better is'];
  const table = new Table({
    head,
    style: { head: [], border: [] },
    colAligns: ['left', 'left', 'left', 'right', 'right', 'right', 'left'],
  });
  for (const { benchmark, document } of finished) {
    for (const { what, peer, peerFigure, ourFigure, ratio } of benchmark.ratiosOf(document)) {
      table.push([benchmark.name, what, peer, peerFigure, ourFigure, ratio.toFixed(2), benchmark.isBetter]);
    }
  }
  return table.toString();
}

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}: ${benchmarks.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const finished: Finished[] = [];
for (const benchmark of benchmarks.filter(({ name }) => names.length === 0 || names.includes(name))) {
  finished.push(await run(benchmark));
}
if (process.argv.includes('--json')) {
  console.log(
    JSON.stringify(Object.fromEntries(finished.map(({ benchmark, document }) => [benchmark.name, document]))),
  );
} else {
  console.log(tableOf(finished));
  finished
    .filter(({ hasReachedGoal }) => !hasReachedGoal)
    .forEach(({ benchmark }) => {
      console.log(`${benchmark.name} missed its goal.`);
    });
}
process.exitCode = finished.every(({ hasReachedGoal }) => hasReachedGoal) ? 0 : 1;
