import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Two cores: each worker may start an engine or a server of its own.
    maxWorkers: 2,
    // All files share these two processes, which load the CDK and the SDK once and not once a file. So no test leaves
    // anything behind: mocks are restored, and what a file starts it stops.
    isolate: false,
    // Programs that tests start find the code ready that an earlier one has read.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
