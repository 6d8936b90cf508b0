import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

import { LongFilesFirst } from './test/support/long-files-first.ts';
import { nodeOptionsAt } from './test/support/suite-moment.ts';

/** Tables of tests are written to a disk in memory where there is a large one: no test is about a disk that fails. */
function scratchRoot(): string {
  const bytesMin = 2 ** 31;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= bytesMin ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

const root = import.meta.dirname.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
const ownPrograms = new RegExp(
  `^(?:file://)?${root}/(?:shared|functions|local|cli|emulator|infra|bench)/.*\\.m?ts$`,
  'u',
);

// Removed at the end, with all that is left in it.
const scratch = join(scratchRoot(), `curfew-tests-${process.pid}`);
process.env['CURFEW_TEST_SCRATCH'] = scratch;
// The workers' clock, and that of every program which they start.
process.env['NODE_OPTIONS'] = nodeOptionsAt(process.env, Date.now());
// The stacks are bundled once for all workers.
process.env['CURFEW_TEST_ASSEMBLY'] ??= join(scratch, 'curfew-bundles');

export default defineConfig({
  test: {
    globalSetup: ['test/support/forget-scratch.ts'],
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/fix-draws.ts'],
    // One more than the two cores: a fifth of the time of a worker is waiting for an engine or another program.
    maxWorkers: 3,
    // A worker makes much that lives shortly: with more room for it, Node collects it less often, a sixteenth of all work.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongFilesFirst },
    // All files share these processes, which load the CDK and the SDK once and not once a file. So no test leaves
    // anything behind: mocks are restored, and what a file starts it stops.
    isolate: false,
    // Programs that tests start find the code ready that an earlier one has read.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
      TMPDIR: scratch,
    },
    // What is tested is loaded by Node as it runs, and what esbuild has built as Lambda loads it, not by way of vite.
    server: { deps: { external: [/curfew-bundles/, ownPrograms] } },
    restoreMocks: true,
    unstubEnvs: true,
    // Three at once on two cores: what takes ten seconds by itself may take thirty.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
