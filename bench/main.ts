import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { styleFor } from '../shared/terminal/style.ts';
import { renderTable } from '../shared/terminal/table.ts';
import { benchmarks, type Benchmark } from './benchmarks.ts';
import { childEnvironment } from '../shared/runtime/child-environment.ts';

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
  const child = spawn(process.execPath, [path, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(process.env, 'tool'),
  });
  const code = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const printed = await text(child.stdout);
  return { benchmark, hasReachedGoal: (await code) === 0, document: JSON.parse(printed) };
}

function tableOf(finished: readonly Finished[]): string {
  const columns = [
    { title: 'benchmark' },
    { title: 'what' },
    { title: 'peer' },
    { title: 'the peer’s', align: 'right' },
    { title: 'ours', align: 'right' },
    { title: 'ratio', align: 'right' },
    { title: 'better is' },
  ] as const;
  const rows = finished.flatMap(({ benchmark, document }) =>
    benchmark
      .ratiosOf(document)
      .map(({ what, peer, peerFigure, ourFigure, ratio }) => [
        benchmark.name,
        what,
        peer,
        peerFigure,
        ourFigure,
        ratio.toFixed(2),
        benchmark.isBetter,
      ]),
  );
  return renderTable(columns, rows, styleFor({ isTerminal: process.stdout.isTTY }, process.env));
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
