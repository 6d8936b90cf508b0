import { defineConfig } from 'vitest/config';

import project from '../../vitest.config.ts';

/**
 * The tests that a mutant has to outlive. Stryker's own choice of test files would not do: with it, a mutant in a constant
 * of a module becomes active after the module has loaded, and survives whatever the tests say.
 */
export default defineConfig({
  // Stryker runs this in its copy of the project.
  root: process.cwd(),
  test: {
    ...project.test,
    // Mutants are switched in modules that vite has loaded.
    server: {},
    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
  },
});
