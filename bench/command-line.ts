import { adminApi } from './admin-api/benchmark.ts';
import type { Benchmark } from './benchmark.ts';
import { bundles } from './bundles/benchmark.ts';
import { cli } from './cli/benchmark.ts';
import { consolePages } from './console/benchmark.ts';
import { controlDiff } from './control-diff/benchmark.ts';
import { controlsBackfill } from './controls-backfill/benchmark.ts';
import { division } from './division/benchmark.ts';
import { forecast } from './forecast/benchmark.ts';
import { hook } from './hook/benchmark.ts';
import { impact } from './impact/benchmark.ts';
import { live } from './live/benchmark.ts';
import { million } from './million/benchmark.ts';
import { nightAtScale } from './night-at-scale/benchmark.ts';
import { nights } from './nights/benchmark.ts';
import { pools } from './pools/benchmark.ts';
import { validation } from './validation/benchmark.ts';

/** Every benchmark, in the order in which they run: the longest comes last. */
export const benchmarks: readonly Benchmark[] = [
  nights,
  validation,
  controlDiff,
  division,
  forecast,
  pools,
  live,
  controlsBackfill,
  million,
  impact,
  bundles,
  cli,
  adminApi,
  consolePages,
  hook,
  nightAtScale,
];

/** What is to run, and with what. */
export type BenchOrder =
  | { readonly kind: 'help' }
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'run';
      readonly benchmarks: readonly Benchmark[];
      readonly isJson: boolean;
      /** Passed on as they are to each of the benchmarks. */
      readonly options: readonly string[];
    };

/** Reads `bench [NAME…] [--json] [--OPTION VALUE…]`. Options are those of a single benchmark: which, its name says. */
export function readBenchOrder(args: readonly string[]): BenchOrder {
  if (args.includes('--help') || args.includes('-h')) {
    return { kind: 'help' };
  }
  const rest = args.filter((argument) => argument !== '--json');
  const firstOption = rest.findIndex((argument) => argument.startsWith('--'));
  const names = firstOption === -1 ? rest : rest.slice(0, firstOption);
  const options = firstOption === -1 ? [] : rest.slice(firstOption);
  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = benchmarks.map(({ name }) => name).join(', ');
    return { kind: 'refused', reason: `There is no benchmark ${unknown.join(', ')}: ${known}.` };
  }
  const chosen = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name));
  const foreign = options
    .filter((option) => option.startsWith('--'))
    .find(
      (option) =>
        chosen.length !== 1 || chosen[0]?.options?.some((own) => own.startsWith(option.split('=')[0] ?? '')) !== true,
    );
  if (foreign !== undefined) {
    const reason =
      chosen.length === 1
        ? `${chosen[0]?.name} has no option ${foreign}`
        : `${foreign} needs the name of one benchmark before it`;
    return { kind: 'refused', reason: `${reason}: see --help.` };
  }
  return { kind: 'run', benchmarks: chosen, isJson: args.includes('--json'), options };
}

/** What `--help` prints. */
export function benchHelp(): string {
  const width = Math.max(...benchmarks.map(({ name }) => name.length));
  const lines = benchmarks.flatMap(({ name, about, options = [] }) => [
    `  ${name.padEnd(width)}  ${about}`,
    ...(options.length === 0 ? [] : [`  ${''.padEnd(width)}  ${options.join(' ')}`]),
  ]);
  return [
    'npm run bench                                   every benchmark, one after the other, as a table of ratios',
    'npm run bench -- validation control-diff        those alone',
    'npm run bench -- division --users 500 --json    its own options, and its whole document',
    '',
    ...lines,
    '',
    'Options are shown with their defaults. docs/benchmarks.md says how to read the table.',
  ].join('\n');
}
