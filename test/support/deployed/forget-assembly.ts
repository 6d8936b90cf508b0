import { rmSync } from 'node:fs';

/** Runs in vitest's own process: what one with the same number may have left is nothing of this run. */
export function setup(): void {
  teardown();
}

/** What the workers have synthesized together goes when all of them are done. */
export function teardown(): void {
  const folder = process.env['CURFEW_TEST_ASSEMBLY'];
  if (folder?.endsWith(`-${process.pid}`) === true) {
    rmSync(folder, { recursive: true, force: true });
  }
}
