/** How Stryker works on every folder; `main.ts` says which, and what the folder's tests are. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner', './test/mutation/ignore-texts.ts'],
  ignorers: ['texts'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Tests that are slow only because the machine is busy have not hung.
  timeoutMS: 20_000,
  // Node and Vite take the types away: nothing needs to be switched off in the copy.
  disableTypeChecks: false,
  tempDirName: '.mutation/copy',
  ignorePatterns: ['/.mutation', '/.curfew', '/cdk.out'],
  logLevel: 'error',
  warnings: false,
};
