import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { styleFor } from '../shared/terminal/style.ts';
import { renderTable } from '../shared/terminal/table.ts';
import * as z from 'zod';
import type { Benchmark } from './benchmark.ts';
import { versionsText } from './measure/peer-versions.ts';
import { benchHelp, readBenchOrder, type BenchOrder } from './command-line.ts';
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

async function run(benchmark: Benchmark, options: readonly string[]): Promise<Finished> {
  const path = fileURLToPath(new URL(benchmark.file, import.meta.url));
  const child = spawn(process.execPath, [path, '--json', ...options], {
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
      .map(({ what, peer, peerFigure, ourFigure, ratio, isBetter = benchmark.isBetter }) => [
        benchmark.name,
        what,
        peer,
        peerFigure,
        ourFigure,
        Number.isFinite(ratio) ? ratio.toFixed(2) : '–',
        isBetter,
      ]),
  );
  return renderTable(
    columns,
    rows,
    styleFor({ isTerminal: process.stdout.isTTY, columns: process.stdout.columns }, process.env),
  );
}

const Versioned = z.object({ versions: z.record(z.string(), z.string()) });

/** Which versions of its peers a benchmark ran, where it has any. */
function versionsLine({ benchmark, document }: Finished): readonly string[] {
  const { data } = Versioned.safeParse(document);
  return data === undefined ? [] : [`${benchmark.name}: ${versionsText(data.versions)}.`];
}

/** Runs what is ordered and prints it; gives the exit code. */
async function runAll(order: Extract<BenchOrder, { kind: 'run' }>): Promise<number> {
  const finished: Finished[] = [];
  for (const benchmark of order.benchmarks) {
    finished.push(await run(benchmark, order.options));
  }
  const missed = finished.filter(({ hasReachedGoal }) => !hasReachedGoal);
  if (order.isJson) {
    console.log(
      JSON.stringify(Object.fromEntries(finished.map(({ benchmark, document }) => [benchmark.name, document]))),
    );
  } else {
    console.log(tableOf(finished));
    finished.flatMap(versionsLine).forEach((line) => console.log(line));
    missed.forEach(({ benchmark }) => {
      console.log(`${benchmark.name} missed its goal.`);
    });
  }
  return missed.length === 0 ? 0 : 1;
}

const order = readBenchOrder(process.argv.slice(2));
if (order.kind === 'help') {
  console.log(benchHelp());
} else if (order.kind === 'refused') {
  console.error(order.reason);
  process.exitCode = 2;
} else {
  process.exitCode = await runAll(order);
}
