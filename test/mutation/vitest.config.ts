import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import project from '../../vitest.config.ts';
import { lastingPool } from './lasting-pool.ts';

const tests = (process.env['MUTATION_TESTS'] ?? '').split(',');

class InGivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => tests.findIndex((name) => moduleId.endsWith(name));
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/**
 * The tests that a mutant has to outlive. Stryker's own choice of test files would not do: with it, a mutant in a constant
 * of a module becomes active after the module has loaded, and survives whatever the tests say.
 */
export default defineConfig({
  // Stryker runs this in its copy of the project.
  root: process.cwd(),
  plugins: [
    {
      name: 'one-thread-for-all-mutants',
      // Stryker asks for a pool of vitest's own.
      configureVitest({ project: { config } }) {
        config.pool = lastingPool.name;
        config.poolRunner = lastingPool;
      },
    },
  ],
  test: {
    ...project.test,
    // Mutants are switched in modules that vite has loaded.
    server: {},
    include: tests,
    setupFiles: ['test/support/fix-draws.ts', 'test/mutation/quick-properties.ts'],
    sequence: { sequencer: InGivenOrder },
  },
});
