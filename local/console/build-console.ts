import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { isConsoleBuilt } from '../../console/sources.ts';
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';

const program = join(import.meta.dirname, '..', '..', 'console', 'build.ts');

export type BuildOutcome =
  | { readonly kind: 'up-to-date' }
  | { readonly kind: 'built'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly detail: string };

/** Builds the console in its own process, unless the build matches the sources. */
export async function buildConsole(): Promise<BuildOutcome> {
  if (isConsoleBuilt()) {
    return { kind: 'up-to-date' };
  }
  const startedMs = performance.now();
  const child = spawn(process.execPath, [program], {
    env: childEnvironment(process.env, 'tool'),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [detail, code] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(1));
      child.once('close', resolve);
    }),
  ]);
  return code === 0
    ? { kind: 'built', seconds: (performance.now() - startedMs) / 1_000 }
    : { kind: 'failed', detail: detail.trim().split('\n').slice(-5).join('\n') };
}
