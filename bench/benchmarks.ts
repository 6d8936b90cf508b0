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
