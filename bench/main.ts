import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import * as z from 'zod';

import { childEnvironment } from '../shared/kernel/runtime/child-environment.ts';
import { styleFor } from '../shared/terminal/style.ts';
import { renderTable } from '../shared/terminal/table.ts';
import type { Benchmark } from './benchmark.ts';
import { benchHelp, readBenchOrder, type BenchOrder } from './command-line.ts';
import { versionsText } from './measure/peer-versions.ts';

/**
 * Runs the benchmarks that are named, or every one, one after the other, and prints of each, once it has ended, our
 * figures beside those of its peers as a table of ratios. `--json` prints the whole documents instead, by name. Ends with 1
 * when one of them fails or misses its goal; the others run all the same.
 */

interface Finished {
  readonly benchmark: Benchmark;
  readonly seconds: number;
  /** Absent when it broke off: what it wrote to its standard error says why. */
  readonly document?: unknown;
  readonly hasReachedGoal: boolean;
}

async function run(benchmark: Benchmark, options: readonly string[]): Promise<Finished> {
  const began = performance.now();
  const path = join(import.meta.dirname, benchmark.name, 'main.ts');
  const child = spawn(process.execPath, [path, '--json', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(process.env, 'tool'),
  });
  const code = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const printed = await text(child.stdout);
  return {
    benchmark,
    hasReachedGoal: (await code) === 0,
    ...(printed.trim() !== '' && { document: JSON.parse(printed) as unknown }),
    seconds: (performance.now() - began) / 1_000,
  };
}

function tableOf(benchmark: Benchmark, document: unknown): string {
  const columns = [
    { title: 'what' },
    { title: 'peer' },
    { title: 'the peer’s', align: 'right' },
    { title: 'ours', align: 'right' },
    { title: 'ratio', align: 'right' },
    { title: 'better is' },
  ] as const;
  const rows = benchmark
    .ratiosOf(document)
    .map(({ what, peer, peerFigure, ourFigure, ratio, isBetter = benchmark.isBetter }) => [
      what,
      peer,
      peerFigure,
      ourFigure,
      Number.isFinite(ratio) ? ratio.toFixed(2) : '–',
      isBetter,
    ]);
  return renderTable(
    columns,
    rows,
    styleFor({ isTerminal: process.stdout.isTTY, columns: process.stdout.columns }, process.env),
  );
}

const Versioned = z.object({ versions: z.record(z.string(), z.string()) });

/** Which versions of its peers a benchmark ran, where it has any. */
function versionsLine(document: unknown): readonly string[] {
  const { data } = Versioned.safeParse(document);
  return data === undefined ? [] : [`Versions: ${versionsText(data.versions)}.`];
}

function print({ benchmark, document, seconds, hasReachedGoal }: Finished): void {
  console.log(`${benchmark.name}: ${benchmark.about} (${seconds.toFixed(0)} s)`);
  if (document !== undefined) {
    console.log(tableOf(benchmark, document));
    versionsLine(document).forEach((line) => console.log(line));
  }
  if (!hasReachedGoal) {
    console.log(`${benchmark.name} ${document === undefined ? 'failed' : 'missed its goal'}.`);
  }
  console.log();
}

/** Runs what is ordered and prints it; gives the exit code. */
async function runAll(order: Extract<BenchOrder, { kind: 'run' }>): Promise<number> {
  const finished: Finished[] = [];
  for (const benchmark of order.benchmarks) {
    const one = await run(benchmark, order.options);
    finished.push(one);
    if (!order.isJson) {
      print(one);
    }
  }
  if (order.isJson) {
    console.log(
      JSON.stringify(Object.fromEntries(finished.map(({ benchmark, document }) => [benchmark.name, document ?? null]))),
    );
  }
  return finished.every(({ hasReachedGoal }) => hasReachedGoal) ? 0 : 1;
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
