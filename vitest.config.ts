import { defineConfig } from 'vitest/config';

/** Tests of what has no effects and keeps nothing: they may share a process, which starts once for all of them. */
const pure = 'test/unit/{application,contracts,domain}/**/*.test.ts';

export default defineConfig({
  test: {
    // Two cores: each worker may start an engine or a server of its own.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    projects: [
      { extends: true, test: { name: 'pure', include: [pure], isolate: false } },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts'], exclude: [pure] } },
    ],
  },
});
