import { mkdirSync, rmSync } from 'node:fs';

/**
 * Runs in vitest's own process: what tests and the programs that they start leave among temporary files goes when all of
 * them are done, and with it what the workers have synthesized together.
 */
export function setup(): () => void {
  const folder = process.env['CURFEW_TEST_SCRATCH'];
  if (folder === undefined) {
    throw new Error('CURFEW_TEST_SCRATCH, the folder for temporary files, is named in vitest.config.ts');
  }
  mkdirSync(folder, { recursive: true });
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
