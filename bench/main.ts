import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { childEnvironment } from '../shared/kernel/runtime/child-environment.ts';
import { benchHelp, readBenchOrder, type Benchmark, type BenchOrder } from './command-line.ts';
import type { Measured } from './measure/claim.ts';
import { tableText, versionsText } from './measure/figures.ts';

/**
 * Runs the benchmarks that are named, or all of them, one after the other, and prints for each our figures beside those
 * of its peers as a table of ratios; of a single one also its own tables. `--json` prints the whole documents instead,
 * by name. Ends with 1 when one of them fails or misses its goal; the others run all the same.
 */

interface Finished {
  readonly seconds: number;
  /** Absent when it failed: its standard error says why. */
  readonly measured?: Measured | undefined;
}

async function run({ name }: Benchmark, options: readonly string[]): Promise<Finished> {
  const began = performance.now();
  const child = fork(join(import.meta.dirname, `${name}.ts`), options, {
    env: childEnvironment(process.env, 'tool'),
    serialization: 'advanced',
  });
  let measured: Measured | undefined;
  child.on('message', (message) => (measured = message as Measured));
  await once(child, 'close');
  return { measured, seconds: (performance.now() - began) / 1_000 };
}

function ratiosText(benchmark: Benchmark, { ratios }: Measured): string {
  const rows = ratios.map(({ what, peer, peerFigure, ourFigure, ratio, isBetter = benchmark.isBetter }) => [
    what,
    peer,
    peerFigure,
    ourFigure,
    Number.isFinite(ratio) ? ratio.toFixed(2) : '–',
    isBetter,
  ]);
  return tableText(['what', 'peer', 'the peer’s', 'ours', 'ratio', 'better is'], rows, 2);
}

function print(benchmark: Benchmark, { measured, seconds }: Finished, isAlone: boolean): void {
  const { name, about } = benchmark;
  console.log(`${name}: ${about} (${seconds.toFixed(0)} s)`);
  if (measured !== undefined) {
    const { report, versions } = measured;
    const versionsLine = versions === undefined || isAlone ? [] : [`Versions: ${versionsText(versions)}.`];
    console.log([...(isAlone ? [...report, ''] : []), ratiosText(benchmark, measured), ...versionsLine].join('\n'));
  }
  if (measured?.hasReachedGoal !== true) {
    console.log(`${name} ${measured === undefined ? 'failed' : 'missed its goal'}.`);
  }
  console.log();
}

/** Runs what is ordered and prints it; gives the exit code. */
async function runAll({ benchmarks, options, isJson }: Extract<BenchOrder, { kind: 'run' }>): Promise<number> {
  const documents: Record<string, unknown> = {};
  let hasReachedGoals = true;
  for (const benchmark of benchmarks) {
    const finished = await run(benchmark, options);
    documents[benchmark.name] = finished.measured?.document ?? null;
    hasReachedGoals &&= finished.measured?.hasReachedGoal === true;
    if (!isJson) {
      print(benchmark, finished, benchmarks.length === 1);
    }
  }
  if (isJson) {
    console.log(JSON.stringify(documents));
  }
  return hasReachedGoals ? 0 : 1;
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
