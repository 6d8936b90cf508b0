import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const projectRoot = join(import.meta.dirname, '..', '..');

/** AWS's runner of durable functions, which stands for the service, is no part of what is deployed. */
const notDeployed = ['@aws/durable-execution-sdk-js-testing'];

/**
 * Builds the night as its function is built, and gives the file: what a process needs to read TypeScript would be a
 * fifth of its memory. It lies where packages are found from.
 */
export function buildNight(): { readonly folder: string; readonly file: string } {
  const cache = join(projectRoot, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'night-'));
  buildSync({
    entryPoints: { night: join('bench', 'scale', 'night-process.ts') },
    absWorkingDir: projectRoot,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
    mainFields: ['module', 'main'],
    external: notDeployed,
  });
  return { folder, file: join(folder, 'night.mjs') };
}
