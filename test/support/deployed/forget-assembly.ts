import { rmSync } from 'node:fs';

/** Runs in vitest's own process: what its workers have synthesized together goes when all of them are done. */
export function setup(): () => void {
  const folder = process.env['CURFEW_TEST_ASSEMBLY'];
  return () => {
    // Another one was named by whoever started the tests, and is theirs.
    if (folder?.endsWith(`-${process.pid}`) === true) {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
